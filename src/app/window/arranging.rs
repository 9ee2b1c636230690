//! Ready layouts, with what goes with them.

use crate::app::commands::{Layout, Sets};
use crate::app::state::units::unit_list::{Choice, SortOrder};
use crate::app::window::App;

impl App {
    /// Takes a ready layout, with what goes with it.
    pub(crate) fn arrange(&mut self, layout: &'static Layout) {
        let before = self.dock.layout();
        self.dock.arrange(layout);
        self.follow_layout(before);
    }

    /// Goes back to the previous layout.
    pub(super) fn arrange_as_before(&mut self) {
        let before = self.dock.layout();
        self.dock.arrange_as_before();
        self.follow_layout(before);
    }

    /// Sets what goes with the present layout, after `before`.
    fn follow_layout(&mut self, before: &'static Layout) {
        let (before, now) = (before.sets, self.dock.layout().sets);
        let listing = &mut self.state.settings.listing;
        let choice = &mut listing.invariant_choice;
        if now == Sets::RandomUnits {
            *choice = Choice::Sample;
        } else if before == Sets::RandomUnits && *choice == Choice::Sample {
            *choice = Choice::default();
        }
        for order in [&mut listing.simple_order, &mut listing.invariant_order] {
            if now == Sets::RespondingFirst {
                *order = SortOrder::Answer;
            } else if before == Sets::RespondingFirst && *order == SortOrder::Answer {
                *order = SortOrder::default();
            }
        }
    }
}
