//! Finds a control on screen by its kind and name, as screen readers do.

use egui::accesskit::{Action, ActionRequest, Node, NodeId, TreeId, TreeUpdate};
use egui::{Context, Event, FullOutput, Plugin, RawInput, Rect, Role, accesskit_root_id, pos2};

/// A control that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FoundControl {
    pub(crate) rect: Rect,
    node: NodeId,
    has_focus: bool,
}

impl FoundControl {
    /// Whether it was clicked in this frame: with the pointer, with a key, or by a screen reader.
    pub(crate) fn is_clicked(&self, ctx: &Context) -> bool {
        ctx.input(|input| {
            input.events.iter().any(|event| match event {
                Event::PointerButton {
                    pos,
                    pressed: false,
                    ..
                } => self.rect.contains(*pos),
                Event::Key {
                    key, pressed: true, ..
                } => self.has_focus && matches!(key, egui::Key::Enter | egui::Key::Space),
                Event::AccessKitActionRequest(request) => {
                    request.target_node == self.node && request.action == Action::Click
                }
                _ => false,
            })
        })
    }
}

/// Looks in each frame for the control that is wanted.
#[derive(Default)]
pub(crate) struct Finder {
    wanted: Option<(Role, String)>,
    found: Option<FoundControl>,
    /// What is to be done with a control: it is scrolled into sight, or clicked.
    request: Option<(Action, NodeId)>,
    /// Whether the tree of controls is made for this search alone, and not for a screen reader.
    is_tree_ours: bool,
}

impl Finder {
    /// The control of this kind and name, as of the last frame; one that is looked for anew is scrolled into sight.
    pub(crate) fn find(ctx: &Context, role: Role, label: &str) -> Option<FoundControl> {
        let has_tree = ctx.has_accesskit_node(accesskit_root_id());
        ctx.enable_accesskit();
        let finder = ctx.plugin_or_default::<Self>();
        let mut finder = finder.lock();
        finder.is_tree_ours |= !has_tree;
        if !finder.looks_for(role, label) {
            *finder = Self {
                wanted: Some((role, label.to_owned())),
                is_tree_ours: finder.is_tree_ours,
                ..Self::default()
            };
            ctx.request_repaint();
        }
        finder.found
    }

    /// Clicks this control in the next frame, if it was found; whether it was.
    pub(crate) fn click(ctx: &Context, role: Role, label: &str) -> bool {
        let Some(finder) = ctx.plugin_opt::<Self>() else {
            return false;
        };
        let mut finder = finder.lock();
        let found = finder.found.filter(|_| finder.looks_for(role, label));
        finder.request = found.map(|found| (Action::Click, found.node));
        ctx.request_repaint();
        found.is_some()
    }

    fn looks_for(&self, role: Role, label: &str) -> bool {
        let wanted = self.wanted.as_ref();
        wanted.is_some_and(|(wanted, name)| *wanted == role && name == label)
    }

    /// Looks for nothing until [`Self::find`] is called again; the tree of controls is made no longer, unless others need
    /// it.
    pub(crate) fn rest(ctx: &Context) {
        let Some(finder) = ctx.plugin_opt::<Self>() else {
            return;
        };
        let finder = std::mem::take(&mut *finder.lock());
        if finder.is_tree_ours {
            ctx.disable_accesskit();
        }
    }
}

impl Plugin for Finder {
    fn debug_name(&self) -> &'static str {
        "finder of controls"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        let is_request = |event: &Event| matches!(event, Event::AccessKitActionRequest(_));
        self.is_tree_ours &= !input.events.iter().any(is_request);
        if let Some((action, target_node)) = self.request.take() {
            let request = ActionRequest {
                action,
                target_tree: TreeId::ROOT,
                target_node,
                data: None,
            };
            input.events.push(Event::AccessKitActionRequest(request));
        }
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let update = output.platform_output.accesskit_update.as_ref();
        let Some((update, (role, label))) = update.zip(self.wanted.as_ref()) else {
            return;
        };
        let found = look_for(update, *role, label);
        if self.found.is_none() {
            self.request = found.map(|found| (Action::ScrollIntoView, found.node));
        }
        if self.found != found {
            self.found = found;
            ctx.request_repaint();
        }
    }
}

/// The first control of this kind and name.
fn look_for(update: &TreeUpdate, role: Role, label: &str) -> Option<FoundControl> {
    let mut of_role = update.nodes.iter().filter(|(_, node)| node.role() == role);
    of_role.find_map(|(id, node)| {
        let name = name_of(update, node)?;
        let bounds = node.bounds().filter(|_| name == label)?;
        let [min, max] = [(bounds.x0, bounds.y0), (bounds.x1, bounds.y1)];
        Some(FoundControl {
            rect: Rect::from_min_max(
                pos2(min.0 as f32, min.1 as f32),
                pos2(max.0 as f32, max.1 as f32),
            ),
            node: *id,
            has_focus: update.focus == *id,
        })
    })
}

/// The name of a control: its own, or that of the label beside it.
fn name_of(update: &TreeUpdate, node: &Node) -> Option<String> {
    if let Some(label) = node.label() {
        return Some(label.to_owned());
    }
    let beside = node.labelled_by().first()?;
    let (_, label) = update.nodes.iter().find(|(id, _)| id == beside)?;
    label.value().or(label.label()).map(str::to_owned)
}
