//! Keeps the models where the program ends without the window being closed: where the display is lost, the X11 library ends
//! it at once, from within whatever asked something of the display, or the window panics of it.

use std::cell::RefCell;
use std::time::Duration;

use crate::console::tell;
use crate::engine::Keeper;

/// How long the end waits for the model to be kept.
const PATIENCE: Duration = Duration::from_secs(30);

thread_local! {
    /// Dropped when the thread of the window ends, or ends the program.
    static AT_THE_END: AtTheEnd = const { AtTheEnd(RefCell::new(Vec::new())) };
}

/// Of the engines that were started, one for each run.
struct AtTheEnd(RefCell<Vec<Keeper>>);

/// From now on the model of this engine is kept if the calling thread ends the program, and people are told where it is.
pub(crate) fn keep_at_the_end(keeper: Keeper) {
    AT_THE_END.with(|at_the_end| {
        let mut keepers = at_the_end.0.borrow_mut();
        keepers.retain(|keeper| !keeper.has_ended());
        keepers.push(keeper);
    });
}

/// The window was closed: the engines have ended, and kept their models without a word.
pub(crate) fn are_kept() {
    AT_THE_END.with(|at_the_end| at_the_end.0.borrow_mut().clear());
}

impl Drop for AtTheEnd {
    fn drop(&mut self) {
        for keeper in self.0.take() {
            match keeper.keep(PATIENCE) {
                Ok(Some(path)) => tell(format_args!(
                    "\ncellscope: the model is in {}",
                    path.display()
                )),
                Ok(None) => {}
                Err(reason) => tell(format_args!("\ncellscope: {reason}")),
            }
        }
    }
}
