//! Workers that measure snapshots, each on a thread of its own, and each only the newest one asked about.
//!
//! A further worker is a file with its question, its answer and its [`Inquiry`], and a row of `observers!` here.
//!
//! - `worker`: a thread that answers the newest question;
//! - `throttle`: rests that leave the cores to learning;
//! - `analyst`: Gabor fits, edges and gratings; `analysis`: its request and its answer;
//! - `stimulus`: the codes of one frame;
//! - `convergence`: how fast the energies fall;
//! - `inpainting`: hidden pixels filled in;
//! - `input`: a movie that was learned from;
//! - `strongest`: the patches that drive a unit most;
//! - `time`: models that learn from movies of each kind.

mod analysis;
mod analyst;
mod convergence;
mod inpainting;
mod input;
mod stimulus;
mod strongest;
mod throttle;
mod time;
mod worker;

pub use analysis::{Analysis, AnalysisRequest, AnalysisStage};
pub use convergence::{ConvergenceAnswer, ConvergenceQuestion, Inputs};
pub use inpainting::{InpaintingAnswer, InpaintingOutcome, InpaintingQuestion, InpaintingTask};
pub use input::{InputAnswer, InputPlace, InputQuestion};
pub use stimulus::{StimulusAnswer, StimulusQuestion};
pub use strongest::{StrongestAnswer, StrongestQuestion};
pub use time::{TimeAnswer, TimeQuestion};
pub use worker::{FAULT_QUEUE, Inquiry, WorkerHandle, WorkerPort};

use std::sync::Arc;

macro_rules! observers {
    ($($(#[$about:meta])* $name:ident: $question:ty => $answer:ty, $worker:ident in $field:ident;)+) => {
        /// A question to one of the workers beside the engine, in place of its last one.
        ///
        /// Where it may be `None`, a question breaks off the work on the one before, and `None` only breaks off.
        #[derive(Clone, Debug)]
        pub enum Question {
            $($(#[$about])* $name($question),)+
        }

        /// What one of the workers found, or how far that is.
        #[derive(Clone, Debug)]
        pub enum Answer {
            $($(#[$about])* $name(Arc<$answer>),)+
            /// A question that cannot be answered as it is.
            Refused {
                /// The question's kind.
                of: Topic,
                /// Why, and what to do: a sentence for the user.
                reason: String,
            },
            /// A question that was not answered because of a fault of the program.
            Fault {
                /// The question's kind; `None` where it was none of these.
                of: Option<Topic>,
                /// A sentence for the user.
                reason: String,
            },
        }

        impl Answer {
            /// Whether a question of this kind was refused, or not answered because of a fault.
            pub fn is_none_to(&self, topic: Topic) -> bool {
                match self {
                    Self::Refused { of, .. } => *of == topic,
                    Self::Fault { of, .. } => *of == Some(topic),
                    _ => false,
                }
            }
        }

        /// What is asked about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Topic {
            $($(#[$about])* $name,)+
        }

        $(
            $(#[$about])*
            pub type $worker = WorkerHandle<$question, $answer>;
        )+

        /// All workers beside the engine. Dropping it stops them.
        #[derive(Debug)]
        pub struct Observers {
            $($field: $worker,)+
        }

        impl Observers {
            /// Starts a thread for each. `on_news` is called whenever one of them has an answer.
            pub fn spawn(on_news: impl Fn() + Clone + Send + 'static) -> Self {
                Self {
                    $($field: WorkerHandle::spawn(on_news.clone()),)+
                }
            }

            /// Passes a question on; never waits.
            pub fn ask(&self, question: Question) {
                match question {
                    $(Question::$name(question) => self.$field.ask(question),)+
                }
            }

            /// The newest answer and refusal of each worker and the faults, unless taken before; never waits.
            pub fn answers(&self) -> Vec<Answer> {
                let answers = [$(self.$field.answer().map(Answer::$name)),+];
                let refusals = [$(self.$field.refusal().map(|reason| Answer::Refused {
                    of: Topic::$name,
                    reason,
                })),+];
                let next_fault = || {
                    None$(.or_else(|| Some((Topic::$name, self.$field.fault()?))))+
                };
                let faults = std::iter::from_fn(next_fault).map(|(topic, reason)| Answer::Fault {
                    of: Some(topic),
                    reason,
                });
                answers.into_iter().chain(refusals).flatten().chain(faults).collect()
            }
        }
    };
}

observers! {
    /// Gabor fits, edges and gratings, one after the other.
    Analysis: AnalysisRequest => Analysis, Analyst in analyst;
    /// The codes of one frame.
    Stimulus: StimulusQuestion => StimulusAnswer, StimulusWorker in stimulus;
    /// How fast an energy falls. Answers come during the work, each over more movies.
    Convergence: Option<ConvergenceQuestion> => ConvergenceAnswer, ConvergenceWorker in convergence;
    /// Hidden pixels, filled in.
    Inpainting: Option<InpaintingQuestion> => InpaintingAnswer, InpaintingWorker in inpainting;
    /// A movie that was learned from, with its codes.
    Input: InputQuestion => InputAnswer, InputWorker in input;
    /// The patches that drive a unit most. Answers come during the search.
    Strongest: Option<StrongestQuestion> => StrongestAnswer, StrongestWorker in strongest;
    /// Models of the same settings, trained on movies of each kind. Answers come as they are done.
    Time: Option<TimeQuestion> => TimeAnswer, TimeWorker in time;
}
