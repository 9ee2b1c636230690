//! Keeps the model where the program ends without the window being closed: where the display is lost, the X11 library ends
//! it at once, from within whatever asked something of the display.

use std::cell::RefCell;
use std::time::Duration;

use crate::console::tell;
use crate::engine::Keeper;

/// How long the end waits for the model to be kept.
const PATIENCE: Duration = Duration::from_secs(30);

thread_local! {
    /// Dropped when the thread of the window ends, or ends the program.
    static AT_THE_END: AtTheEnd = const { AtTheEnd(RefCell::new(None)) };
}

struct AtTheEnd(RefCell<Option<Keeper>>);

/// From now on the model of this engine is kept if the calling thread ends the program.
pub(crate) fn keep_at_the_end(keeper: Keeper) {
    AT_THE_END.with(|at_the_end| at_the_end.0.replace(Some(keeper)));
}

impl Drop for AtTheEnd {
    fn drop(&mut self) {
        // Where the window was closed, the engine has ended and kept its model.
        let Some(keeper) = self.0.take() else { return };
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
