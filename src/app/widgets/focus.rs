//! The keyboard's focus: it is seen where it is, what scrolls follows it, and it goes on where it was.

use egui::{Context, EventFilter, Id, Key, Response, Stroke, StrokeKind, Ui, vec2};

/// Keys that move the focus.
const KEYS: [Key; 5] = [
    Key::Tab,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
];
/// Width of the frame around what has the focus, and its distance, in points.
const FRAME: f32 = 1.5;
const AROUND: f32 = 2.0;

/// What had the focus at the end of the last frame.
#[derive(Clone, Copy, Default)]
struct Noted {
    now: Option<Id>,
    /// Whether keys brought it there.
    by_keys: bool,
    /// What had it last.
    last: Option<Id>,
}

fn place() -> Id {
    Id::unique("keyboard focus")
}

fn noted(ctx: &Context) -> Noted {
    ctx.data(|data| data.get_temp(place())).unwrap_or_default()
}

fn is_moved(ctx: &Context) -> bool {
    ctx.input(|input| KEYS.iter().any(|key| input.key_pressed(*key)))
}

/// Where nothing has the focus, as after Enter in a field or once a dialog is closed, has the Tab key go on from where it was; to be
/// called before anything is shown.
pub(crate) fn resume_focus(ctx: &Context) {
    let is_tab = ctx.input(|input| input.key_pressed(Key::Tab));
    if !is_tab || ctx.memory(|memory| memory.focused().is_some()) {
        return;
    }
    let last = noted(ctx).last;
    if let Some(last) = last.filter(|id| ctx.read_response(*id).is_some()) {
        ctx.memory_mut(|memory| memory.request_focus(last));
    }
}

/// Scrolls what has come to the focus by keys into sight; to be called in what scrolls, after its contents.
pub(crate) fn follow_focus(ui: &Ui) {
    let now = ui.memory(|memory| memory.focused());
    let Some(id) = now.filter(|_| now != noted(ui.ctx()).now && is_moved(ui.ctx())) else {
        return;
    };
    let response = ui.ctx().read_response(id);
    let own = response.filter(|response| {
        response.layer_id == ui.layer_id() && ui.min_rect().intersects(response.rect)
    });
    if let Some(response) = own {
        ui.scroll_to_rect(response.rect.expand2(vec2(0.0, 4.0 * AROUND)), None);
    }
}

/// The arrow keys are for this while it has the focus, and do not move that.
pub(crate) fn keep_arrows(response: &Response) {
    let filter = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..EventFilter::default()
    };
    let keep = |memory: &mut egui::Memory| memory.set_focus_lock_filter(response.id, filter);
    response.ctx.memory_mut(keep);
}

/// Notes what has the focus, and draws a frame around what is in sight of it where keys brought it there; to be called at the end of a
/// frame.
pub(crate) fn show_focus(ctx: &Context) {
    let (now, before) = (ctx.memory(|memory| memory.focused()), noted(ctx));
    let by_keys = if now == before.now {
        before.by_keys
    } else {
        is_moved(ctx)
    };
    let last = now.or(before.last);
    ctx.data_mut(|data| data.insert_temp(place(), Noted { now, by_keys, last }));
    let Some(response) = now.filter(|_| by_keys).and_then(|id| ctx.read_response(id)) else {
        return;
    };
    // Texts have a frame of their own, and a mark where one types.
    if ctx.text_edit_focused() || response.interact_rect.is_negative() {
        return;
    }
    let color = ctx.global_style().visuals.strong_text_color();
    let painter = ctx.layer_painter(response.layer_id);
    let (around, stroke) = (
        response.interact_rect.expand(AROUND),
        Stroke::new(FRAME, color),
    );
    painter.rect_stroke(around, 4.0, stroke, StrokeKind::Inside);
}
