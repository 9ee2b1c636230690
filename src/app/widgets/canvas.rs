//! A figure as a widget: its scene, painted and named, to be pointed at.

use egui::{Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo, vec2};

use super::scene::{on_screen, paint_scene};
use crate::app::state::State;
use crate::figure::{self, Scene};

/// A scene on the screen.
pub(crate) struct Canvas {
    pub(crate) response: Response,
    /// Where the scene's origin is.
    pub(crate) origin: Pos2,
}

impl Canvas {
    /// Shows a scene. `name`, and the units that are selected, are told to screen readers.
    pub(crate) fn show(
        ui: &mut Ui,
        state: &mut State,
        scene: &Scene,
        name: &str,
        sense: Sense,
    ) -> Self {
        let size = vec2(scene.width, scene.height);
        let (rect, response) = ui.allocate_exact_size(size, sense);
        let name = state.selection.named(name.to_owned());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, &name));
        let origin = paint_scene(ui.painter(), rect.min, scene, &mut state.textures);
        Self { response, origin }
    }

    /// Where the pointer is on the scene.
    pub(crate) fn pointed(&self) -> Option<[f32; 2]> {
        self.response.hover_pos().map(|at| self.place(at).into())
    }

    /// A place of the screen on the scene.
    pub(crate) fn place(&self, at: Pos2) -> egui::Vec2 {
        at - self.origin
    }

    /// A rectangle of the scene on the screen.
    pub(crate) fn rect(&self, rect: &figure::Rect) -> Rect {
        on_screen(self.origin, rect)
    }
}
