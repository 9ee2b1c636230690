//! Short messages in a corner. News goes away by itself; a problem stays until it is dismissed.

use egui::{Align2, Area, Context, Frame, Id, Label, Order, Ui, vec2};

/// How long news stays, in seconds.
const NEWS_SECS: f64 = 6.0;
/// Notices shown at once; older ones wait below a count.
const SHOWN: usize = 5;
/// Width of a notice, in points.
const WIDTH: f32 = 340.0;

struct Notice {
    text: String,
    is_problem: bool,
    /// Of news that takes the place of earlier news: what about.
    kind: Option<&'static str>,
    /// When it goes away, in egui's time; set when it is first shown.
    until_secs: Option<f64>,
}

/// The messages shown, oldest first.
#[derive(Default)]
pub struct Notices {
    list: Vec<Notice>,
}

impl Notices {
    /// Shows news for a few seconds.
    pub fn news(&mut self, text: impl Into<String>) {
        self.push(text.into(), false);
    }

    /// Shows news for a few seconds, in the place of earlier news of this kind.
    pub(crate) fn news_instead(&mut self, kind: &'static str, text: impl Into<String>) {
        self.list.retain(|notice| notice.kind != Some(kind));
        self.push(text.into(), false);
        if let Some(notice) = self.list.last_mut() {
            notice.kind = Some(kind);
        }
    }

    /// Shows a problem until it is dismissed.
    pub fn problem(&mut self, text: impl Into<String>) {
        self.push(text.into(), true);
    }

    /// Removes all messages.
    pub(crate) fn dismiss_all(&mut self) {
        self.list.clear();
    }

    /// The same message again moves to the end instead of standing there twice.
    fn push(&mut self, text: String, is_problem: bool) {
        self.list.retain(|notice| notice.text != text);
        self.list.push(Notice {
            text,
            is_problem,
            kind: None,
            until_secs: None,
        });
    }

    /// Shows the messages, the newest at the bottom right, so many points above the end of the window.
    pub(crate) fn show(&mut self, ctx: &Context, below: f32) {
        let now_secs = ctx.input(|input| input.time);
        self.list.retain_mut(|notice| {
            let until_secs = *notice.until_secs.get_or_insert(now_secs + NEWS_SECS);
            let stays = notice.is_problem || until_secs > now_secs;
            if stays && !notice.is_problem {
                let left = std::time::Duration::from_secs_f64(until_secs - now_secs);
                ctx.request_repaint_after(left);
            }
            stays
        });
        if self.list.is_empty() {
            return;
        }
        Area::new(Id::unique("notices"))
            .order(Order::Foreground)
            .anchor(Align2::RIGHT_BOTTOM, vec2(-14.0, -below))
            .show(ctx, |ui| self.stack(ui));
    }

    fn stack(&mut self, ui: &mut Ui) {
        ui.set_width(WIDTH);
        let hidden = self.list.len().saturating_sub(SHOWN);
        if hidden > 0 {
            ui.weak(format!("and {hidden} more"));
        }
        let mut dismissed = None;
        for (index, notice) in self.list.iter().enumerate().skip(hidden) {
            if notice.ui(ui) {
                dismissed = Some(index);
            }
            ui.add_space(2.0);
        }
        if let Some(index) = dismissed {
            self.list.remove(index);
        }
    }
}

impl Notice {
    /// Shows one message; true when it is dismissed.
    fn ui(&self, ui: &mut Ui) -> bool {
        let visuals = ui.visuals();
        let (stripe, title) = if self.is_problem {
            (visuals.error_fg_color, "Problem")
        } else {
            (visuals.hyperlink_color, "News")
        };
        let frame = Frame::popup(ui.style()).inner_margin(egui::Margin {
            left: 14,
            ..egui::Margin::same(9)
        });
        let shown = frame.show(ui, |ui| {
            ui.set_width(WIDTH - 24.0);
            ui.horizontal_top(|ui| {
                let text_width = ui.available_width() - 66.0;
                ui.allocate_ui(vec2(text_width, 0.0), |ui| {
                    ui.set_width(text_width);
                    ui.add(Label::new(&self.text).wrap().selectable(true));
                });
                ui.button("Dismiss").on_hover_text(title).clicked()
            })
            .inner
        });
        let mut bar = shown.response.rect.shrink(1.0);
        bar.set_width(4.0);
        ui.painter()
            .rect_filled(bar, 2.0, stripe.gamma_multiply(0.9));
        shown.inner
    }
}
