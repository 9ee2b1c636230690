//! Short messages in a corner. News goes away by itself; a problem stays until it is dismissed.

use std::collections::VecDeque;
use std::path::Path;

use egui::{Align2, Area, Context, Frame, Id, Label, LayerId, Order, Rect, Ui, vec2};

use crate::fault::plain_fault;
use crate::words::capital;

/// The kind of the news that tells why something cannot be done.
pub(crate) const REFUSED: &str = "refused";
/// News of which model is the present one.
pub(crate) const MODEL: &str = "model";
/// Why a number that was entered is not taken.
pub(crate) const NUMBER: &str = "number";
/// That the run learns while its past is shown.
pub(crate) const STEPS: &str = "steps";
/// Why the model was not saved, until it is.
pub(crate) const NOT_SAVED: &str = "not saved";
/// Why models were not pinned, until one is.
pub(crate) const NOT_PINNED: &str = "not pinned";
/// Messages about pictures that could not be loaded.
pub(crate) const PICTURES: &str = "pictures";
/// Why a view was not exported, until one is, or its form is closed.
pub(crate) const EXPORT: &str = "export";
/// The same of a clip.
pub(crate) const CLIP: &str = "clip";
/// Why a command failed, until another model is here.
pub(crate) const FAILED: &str = "failed";

/// How reasons begin that follow a colon where the command line tells them; others with a small letter begin with a path.
const REASONS: [&str; 3] = ["not ", "no ", "nothing "];

/// How long news stays, in seconds.
const NEWS_SECS: f64 = 6.0;
/// Notices shown at once; older ones wait below a count.
const SHOWN: usize = 3;
/// Messages that can be read again.
const REMEMBERED: usize = 200;
/// How far below the top of the window they are where they are there, in points.
const BELOW_TABS: f32 = 72.0;
/// How far from the sides of the window they are, in points.
const SIDE: f32 = 14.0;
/// Corners that they may be in; in the first that is free.
const CORNERS: [Align2; 4] = [
    Align2::RIGHT_BOTTOM,
    Align2::RIGHT_TOP,
    Align2::LEFT_BOTTOM,
    Align2::LEFT_TOP,
];
/// Width of a notice, in points.
const WIDTH: f32 = 340.0;

struct Notice {
    text: String,
    is_problem: bool,
    /// Of what takes the place of earlier messages: what about.
    kind: Option<&'static str>,
    /// When it goes away, in egui's time; set when it is first shown.
    until_secs: Option<f64>,
}

/// A message that was shown.
pub(crate) struct PastNotice {
    /// When it was shown first, in egui's time.
    pub(crate) at_secs: f64,
    pub(crate) text: String,
    pub(crate) is_problem: bool,
}

/// The messages shown, oldest first, and those of before.
#[derive(Default)]
pub struct Notices {
    list: Vec<Notice>,
    past: VecDeque<PastNotice>,
    /// Faults of the program that no report was asked for yet.
    faults: Vec<String>,
    /// Whether somebody wants to see all of them.
    wants_all: bool,
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

    /// Shows a problem until it is dismissed. Of a fault of the program it shows what failed, and a report is written of why.
    pub fn problem(&mut self, text: impl Into<String>) {
        let text = text.into();
        let plain = self.report(&text);
        let text = plain.unwrap_or(text);
        let is_reason = REASONS.iter().any(|begins| text.starts_with(begins));
        self.push(if is_reason { capital(text) } else { text }, true);
    }

    /// Has a report written of a text that tells of a fault of the program; what people are told of it.
    pub(crate) fn report(&mut self, text: &str) -> Option<String> {
        let plain = plain_fault(text)?;
        self.faults.push(text.to_owned());
        Some(plain)
    }

    /// The faults since the last call.
    pub(crate) fn take_faults(&mut self) -> Vec<String> {
        std::mem::take(&mut self.faults)
    }

    /// Removes the message that came last.
    pub(crate) fn dismiss_newest(&mut self) {
        self.list.pop();
    }

    /// Shows a problem until it is dismissed, another of this kind comes, or it is [resolved](Self::resolve).
    pub(crate) fn problem_instead(&mut self, kind: &'static str, text: impl Into<String>) {
        self.resolve(kind);
        self.problem_of(kind, text);
    }

    /// Shows a problem until it is dismissed or [resolved](Self::resolve), beside others of its kind.
    pub(crate) fn problem_of(&mut self, kind: &'static str, text: impl Into<String>) {
        self.problem(text);
        if let Some(notice) = self.list.last_mut() {
            notice.kind = Some(kind);
        }
    }

    /// Removes what was said of this kind: it holds no more.
    pub(crate) fn resolve(&mut self, kind: &'static str) {
        self.list.retain(|notice| notice.kind != Some(kind));
    }

    /// Removes what was said of this kind, with the reason, of this file or folder: something was done with it now.
    pub(crate) fn resolve_of(&mut self, kind: &'static str, path: &Path) {
        let named = format!(" {}: ", path.display());
        let is_of = |notice: &Notice| notice.kind == Some(kind) && notice.text.contains(&named);
        self.list.retain(|notice| !is_of(notice));
    }

    /// Removes what is no problem: it is about something else than what is shown from now on.
    pub(crate) fn dismiss_news(&mut self) {
        self.list.retain(|notice| notice.is_problem);
    }

    /// Removes all messages.
    pub(crate) fn dismiss_all(&mut self) {
        self.list.clear();
    }

    /// The messages since the start, oldest first, of very many the last.
    pub(crate) fn past(&self) -> impl DoubleEndedIterator<Item = &PastNotice> {
        self.past.iter()
    }

    /// Notes those that were not shown before.
    fn remember(&mut self, now_secs: f64) {
        for notice in self
            .list
            .iter()
            .filter(|notice| notice.until_secs.is_none())
        {
            self.past.push_back(PastNotice {
                at_secs: now_secs,
                text: notice.text.clone(),
                is_problem: notice.is_problem,
            });
        }
        let surplus = self.past.len().saturating_sub(REMEMBERED);
        self.past.drain(..surplus);
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

    /// Shows the messages, the newest last, at the bottom right so many points above the end of the window; where they would cover
    /// `spared` or a dialog in another corner. Problems stay until they are dismissed, but where they `fade`: nobody has a
    /// pointer in hand.
    pub(crate) fn show(&mut self, ctx: &Context, below: f32, spared: Option<Rect>, fade: bool) {
        let now_secs = ctx.input(|input| input.time);
        self.remember(now_secs);
        let before = self.list.len();
        self.list.retain_mut(|notice| {
            let until_secs = *notice.until_secs.get_or_insert(now_secs + NEWS_SECS);
            let fades = fade || !notice.is_problem;
            if !fades {
                // It fades only after it was there in full screen for a while.
                notice.until_secs = Some(now_secs + NEWS_SECS);
            }
            let stays = !fades || until_secs > now_secs;
            if stays && fades {
                let left = std::time::Duration::from_secs_f64(until_secs - now_secs);
                ctx.request_repaint_after(left);
            }
            stays
        });
        if self.list.is_empty() {
            return;
        }
        if self.list.len() < before {
            // Its place is found by the size that it had.
            ctx.request_repaint();
        }
        // Over a question as well.
        let question = ctx.memory(|memory| memory.top_modal_layer());
        let order = match question {
            Some(_) => Order::Tooltip,
            None => Order::Foreground,
        };
        let dialogs = dialogs(ctx);
        let id = Id::unique("notices");
        let last = ctx.memory(|memory| memory.area_rect(id));
        let size = last.map_or(vec2(WIDTH, 90.0), |last| last.size());
        let room = ctx.content_rect().shrink2(vec2(SIDE, 0.0));
        let room = Rect::from_x_y_ranges(
            room.x_range(),
            room.top() + BELOW_TABS..=room.bottom() - below,
        );
        let is_free = |corner: &Align2| {
            let stack = corner.align_size_within_rect(size, room);
            let mut spared = spared.iter().chain(&dialogs);
            !spared.any(|spared| spared.intersects(stack))
        };
        let corner = CORNERS.into_iter().find(is_free).unwrap_or(CORNERS[0]);
        let stack = Area::new(id)
            .order(order)
            .constrain_to(room)
            .pivot(corner)
            .fixed_pos(corner.pos_in_rect(&room))
            .show(ctx, |ui| self.stack(ui));
        if self.list.len() < 2 {
            return;
        }
        // Apart, so that it takes no clicks beside its buttons.
        let bar = Area::new(Id::unique("bar of notices"))
            .order(order)
            .pivot(Align2::LEFT_BOTTOM)
            .fixed_pos(stack.response.rect.left_top() - vec2(0.0, 2.0));
        let dismisses = bar.show(ctx, |ui| {
            let frame = Frame::popup(ui.style()).inner_margin(5);
            let shown = frame.show(ui, |ui| ui.horizontal(|ui| self.bar(ui)).inner);
            shown.inner
        });
        if dismisses.inner {
            self.dismiss_all();
        }
    }

    fn hidden(&self) -> usize {
        self.list.len().saturating_sub(SHOWN)
    }

    fn stack(&mut self, ui: &mut Ui) {
        ui.set_width(WIDTH);
        let hidden = self.hidden();
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

/// Where the dialogs and questions are that are open, as of the last frame.
fn dialogs(ctx: &Context) -> Vec<Rect> {
    ctx.memory(|memory| {
        let layers = memory.areas().visible_layer_ids().into_iter();
        let question = memory.top_modal_layer();
        let is_one = |layer: &LayerId| layer.order == Order::Middle || Some(*layer) == question;
        let rects = layers
            .filter(is_one)
            .map(|layer| memory.area_rect(layer.id));
        rects.flatten().collect()
    })
}

impl Notices {
    /// Whether somebody asked to see all since the last call.
    pub(crate) fn take_wish(&mut self) -> bool {
        std::mem::take(&mut self.wants_all)
    }

    /// How many are not shown, and the ways to read and to remove all; true when they are removed.
    fn bar(&mut self, ui: &mut Ui) -> bool {
        let hidden = self.hidden();
        if hidden > 0 {
            ui.weak(format!("{hidden} more"));
        }
        self.wants_all |= ui.button("Show all").clicked();
        ui.button("Dismiss all").clicked()
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
