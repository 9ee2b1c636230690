//! What is hidden and filled in, and what came of it.

use std::sync::Arc;

use ndarray::Array2;

use crate::analysis::inpainting::Sparsities;
use crate::app::state::model_view::ModelView;
use crate::app::state::workers::activations::Activations;
use crate::app::state::workers::inquiry::{Asked, Press, give_up};
use crate::app::state::workers::mask_editor::MaskEditor;
use crate::app::state::workers::patch_location::PatchLocation;
use crate::app::state::workers::worker::{Request, Shown, WorkerState};
use crate::engine::{
    Answer, InpaintingAnswer, InpaintingOutcome, InpaintingQuestion, InpaintingTask, Layer,
    Question, Run, Snapshot, Topic,
};
use crate::model::ModelParams;
use crate::source::stacked;

/// What is filled in, with what, and the answers.
#[derive(Clone, Debug, Default)]
pub struct InpaintingState {
    /// Where the patch is.
    pub place: PatchLocation,
    /// Whether all of its picture is filled.
    pub is_whole: bool,
    /// What is hidden.
    pub mask_editor: MaskEditor,
    /// The sparsities that were chosen: alpha of one layer, alpha and beta of two; `None` is what a slider begins at.
    pub chosen: [Option<f32>; 3],
    /// Whether the view is on screen.
    pub(crate) is_shown: bool,
    /// What a button asked for and was not passed on yet.
    pressed: Option<Press>,
    /// What was asked last.
    asked: Option<Asked<Wanted>>,
    /// The last fill.
    answer: Option<Arc<InpaintingAnswer>>,
    /// The last search, where it found nothing.
    failed: Option<Arc<InpaintingAnswer>>,
}

/// What is to be filled, and what is done for it.
#[derive(Clone, Debug)]
struct Wanted {
    question: InpaintingQuestion,
    /// The sparsities that were chosen.
    chosen: [Option<f32>; 3],
    job: Job,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Job {
    /// It is filled; how far that is, where it is known, 0 to 1.
    Fill(Option<f32>),
    /// The sparsities for it are searched.
    Search,
}

/// Why no sparsities are searched.
const NOTHING_HIDDEN: &str = "Nothing is hidden, or everything is: hide a part of the patch first.";
/// What is to be said in the place of what is filled in, and of SNRs that are of something else.
const FILLING: &str = "Filling in…";
pub(crate) const TRYING: &str = "Trying sparsities…";
const OF_PATCH: &str = "The SNRs are those of the previous patch.";
const OF_MASK: &str = "The SNRs are those of the previous mask.";
const OF_SPARSITIES: &str = "The SNRs are those of the previous sparsities.";

/// What takes so long that people want to know how far it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Work {
    /// A whole picture is being filled; the share that is done.
    Picture(f32),
    /// The best sparsities are being searched.
    Search,
}

impl InpaintingState {
    /// Finds the sparsities that fill best, and sets them.
    pub fn search(&mut self) {
        self.pressed = Some(Press::Start);
    }

    /// Why no sparsities can be searched with the mask of a patch of this side, as a sentence; `None` where they can.
    pub(crate) fn refuses_search(&self, side: usize) -> Option<&'static str> {
        let mask = self.mask_editor.mask(side);
        let is_alike = mask.iter().all(|is_observed| *is_observed == mask[[0, 0]]);
        is_alike.then_some(NOTHING_HIDDEN)
    }

    /// Whether what was said of a failure holds no more: a search succeeded, or the mask and pictures that are filled in are not
    /// those of a search that found nothing.
    pub(crate) fn ends_failure(&self, answer: &InpaintingAnswer) -> bool {
        match &answer.outcome {
            Some(InpaintingOutcome::Tuned(best)) => best.is_some(),
            Some(InpaintingOutcome::Filled(_)) => self.failed.as_ref().is_none_or(|failed| {
                let (failed, filled) = (&failed.question, &answer.question);
                failed.mask != filled.mask || !failed.snapshot.has_pictures_of(&filled.snapshot)
            }),
            None => false,
        }
    }

    /// Stops what is being done.
    pub fn stop(&mut self) {
        self.pressed = Some(Press::Stop);
    }

    /// What is being done, if it takes long.
    pub(crate) fn work(&self) -> Option<Work> {
        let awaited = self.awaited()?;
        match (awaited.job, &awaited.question.task) {
            (Job::Search, _) => Some(Work::Search),
            (Job::Fill(done), InpaintingTask::Picture(_)) => {
                Some(Work::Picture(done.unwrap_or(0.0)))
            }
            _ => None,
        }
    }

    /// What was asked, while its answer is still to come.
    fn awaited(&self) -> Option<&Wanted> {
        let asked = self.asked.as_ref().filter(|asked| asked.is_open);
        asked.map(|asked| &asked.what)
    }

    /// What the sliders begin at: alpha of one layer, alpha and beta of two. A third of what a model learned at fills
    /// better, for where pixels are missing there is less to be coded, and as much to be told.
    pub fn beginnings(model: &ModelParams) -> [f32; 3] {
        [model.alpha, model.alpha, model.beta].map(|own| own / 3.0)
    }

    /// The sparsities of one layer and of two.
    pub(crate) fn sparsities(&self, model: &ModelParams) -> [Sparsities; 2] {
        let mut all = Self::beginnings(model);
        for (value, chosen) in all.iter_mut().zip(self.chosen) {
            *value = chosen.unwrap_or(*value);
        }
        let [one, two, beta] = all;
        [(one, None), (two, Some(beta))].map(|(alpha, beta)| Sparsities { alpha, beta })
    }

    /// All pixels of what is shown, its planes one below the other; `None` before there are pictures, and for one that is
    /// smaller than a patch.
    pub(crate) fn truth(&self, model: &ModelView) -> Option<Array2<f32>> {
        let snapshot = &model.snapshot;
        let patch = self.place.patch(snapshot)?;
        if !self.is_whole {
            return Some(patch);
        }
        let picture = self.place.picture_of(snapshot)?;
        Some(stacked(
            snapshot.pictures.as_ref()?.images()[picture].view(),
        ))
    }

    /// Whether each pixel of a patch is observed.
    pub(crate) fn mask(&self, model: &ModelView) -> Array2<bool> {
        self.mask_editor
            .mask(model.snapshot.config.movies.patch_side)
    }

    fn question(&self, model: &ModelView) -> Option<InpaintingQuestion> {
        let snapshot = &model.snapshot;
        let patch = self.place.patch(snapshot)?;
        Some(InpaintingQuestion {
            task: if self.is_whole {
                InpaintingTask::Picture(self.place.picture_of(snapshot)?)
            } else {
                InpaintingTask::Patch(patch)
            },
            mask: self.mask(model),
            sparsities: self.sparsities(&snapshot.config.model),
            snapshot: Arc::clone(snapshot),
        })
    }

    fn note(&mut self, question: InpaintingQuestion, job: Job) {
        let snapshot = Arc::clone(&question.snapshot);
        let wanted = Wanted {
            question,
            chosen: self.chosen,
            job,
        };
        self.asked = Some(Asked::new(wanted, &snapshot, true));
    }

    /// Whether what is filled, or the model, is another than was asked about last; of a model that learns
    /// only now and then, and for a whole picture, which takes long, when it has seen twice as many movies.
    fn is_due(&mut self, question: &InpaintingQuestion) -> bool {
        let now = &question.snapshot;
        let Some(asked) = &mut self.asked else {
            return true;
        };
        // A model that holds a share changes what the sparsities begin at with every minibatch.
        let adapts = now.config.model.adapted_prices().is_some();
        let before = &asked.what;
        let is_alike = is_alike(&before.question, question)
            && (before.question.sparsities == question.sparsities || adapts)
            && before.chosen == self.chosen;
        if !is_alike || asked.snapshot.generation != now.generation {
            return true;
        }
        let seen = |snapshot: &Snapshot| snapshot.status.movies_seen;
        let is_news = !asked.is_open && seen(now) >= 2 * seen(&asked.snapshot).max(1);
        let is_learning = now.status.run != Run::Paused;
        let is_search = asked.is_open && asked.what.job == Job::Search;
        let goes_on = is_search || (self.is_whole && is_learning && !is_news);
        !goes_on && asked.is_outdated(now)
    }

    /// Whether an answer is of the place that is shown now.
    pub(crate) fn is_of_place(&self, answer: &InpaintingAnswer, snapshot: &Snapshot) -> bool {
        match &answer.question.task {
            InpaintingTask::Patch(patch) => {
                !self.is_whole && self.place.patch(snapshot).as_ref() == Some(patch)
            }
            InpaintingTask::Picture(index) => {
                self.is_whole && self.place.picture_of(snapshot) == Some(*index)
            }
            InpaintingTask::Tune(_) => false,
        }
    }

    /// The last answer, if it is of this model and of what is shown now, whatever was hidden then. While a patch is filled that of
    /// the place before stays.
    pub(crate) fn answer(&self, model: &ModelView) -> Option<&Arc<InpaintingAnswer>> {
        let (snapshot, side) = (&model.snapshot, model.snapshot.config.movies.patch_side);
        let fits = |answer: &&Arc<InpaintingAnswer>| {
            let question = &answer.question;
            let is_patch = !self.is_whole && matches!(question.task, InpaintingTask::Patch(_));
            let stays = is_patch && self.awaited().is_some();
            (stays || self.is_of_place(answer, snapshot))
                && question.snapshot.has_pictures_of(snapshot)
                && question.snapshot.generation == snapshot.generation
                && question.mask.nrows() == side
        };
        self.answer.as_ref().filter(fits)
    }

    /// What is awaited where nothing is filled in yet, or what the [last answer](Self::answer) is of that is not what is set now.
    pub(crate) fn about(&self, model: &ModelView) -> Option<&'static str> {
        let Some(answer) = self.answer(model) else {
            return self.awaited().map(|awaited| match awaited.job {
                Job::Search => TRYING,
                Job::Fill(_) => FILLING,
            });
        };
        let (question, params) = (&answer.question, &model.snapshot.config.model);
        // A model that holds a share changes what the sparsities begin at with every minibatch.
        let is_fixed = params.adapted_prices().is_none();
        if !self.is_of_place(answer, &model.snapshot) {
            Some(OF_PATCH)
        } else if question.mask != self.mask(model) {
            Some(OF_MASK)
        } else if is_fixed && question.sparsities != self.sparsities(params) {
            Some(OF_SPARSITIES)
        } else {
            None
        }
    }

    /// How strongly the units of a layer answer to the patch; `None` unless the view is on screen.
    pub(crate) fn answers(&self, model: &ModelView, layer: Layer) -> Option<Activations<'_>> {
        if !self.is_shown || self.is_whole || layer != Layer::Invariant {
            return None;
        }
        let invariant = self.answer(model)?.fills()?.invariant.as_ref()?;
        Some(Activations::new(invariant))
    }
}

impl WorkerState for InpaintingState {
    /// Only a view on screen asks.
    fn request(&mut self, shown: &Shown<'_>) -> Option<Request> {
        let fill = |question| Some(Request::Ask(Question::Inpainting(question)));
        self.is_shown = shown.has("inpainting");
        if !self.is_shown {
            self.pressed = None;
            return give_up(&mut self.asked).then(|| fill(None)).flatten();
        }
        let question = self.question(shown.model)?;
        match self.pressed.take() {
            Some(Press::Start) => {
                let mut search = question.clone();
                search.task = InpaintingTask::Tune(self.place.picture_of(&shown.model.snapshot)?);
                self.note(question, Job::Search);
                return fill(Some(search));
            }
            Some(Press::Stop) => {
                if let Some(asked) = &mut self.asked {
                    asked.is_open = false;
                    return fill(None);
                }
            }
            None => {}
        }
        if !self.is_due(&question) {
            return None;
        }
        self.note(question.clone(), Job::Fill(None));
        fill(Some(question))
    }

    fn is_waiting(&self, shown: &Shown<'_>) -> bool {
        shown.has("inpainting") && self.awaited().is_some()
    }

    fn take_answer(&mut self, answer: &Answer) {
        if let Some(asked) = &mut self.asked
            && answer.is_none_to(Topic::Inpainting)
        {
            asked.is_open = false;
        }
        let Answer::Inpainting(answer) = answer else {
            return;
        };
        let InpaintingQuestion {
            snapshot,
            task,
            mask,
            sparsities,
            ..
        } = &answer.question;
        let is_search = matches!(task, InpaintingTask::Tune(_));
        let asked = self.asked.as_mut().filter(|asked| {
            let Wanted { question, job, .. } = &asked.what;
            asked.is_open
                && (*job == Job::Search) == is_search
                && question.snapshot.generation == snapshot.generation
                && (&question.mask, &question.sparsities) == (mask, sparsities)
                && (is_search || question.task == *task)
        });
        if let Some(asked) = asked {
            match (&answer.outcome, &mut asked.what.job) {
                (None, Job::Fill(done)) => *done = answer.done,
                (None, Job::Search) => {}
                (Some(_), Job::Fill(_)) => asked.is_open = false,
                // What the search broke off is filled now.
                (Some(_), Job::Search) => self.asked = None,
            }
            if let Some(InpaintingOutcome::Tuned(Some([one, two]))) = &answer.outcome {
                let [one, two] = [one.sparsities, two.sparsities];
                self.chosen = [Some(one.alpha), Some(two.alpha), two.beta];
            }
        }
        if let Some(InpaintingOutcome::Tuned(best)) = &answer.outcome {
            self.failed = best.is_none().then(|| Arc::clone(answer));
        }
        if answer.fills().is_some() {
            self.answer = Some(Arc::clone(answer));
        }
    }

    fn forget(&mut self) {
        (self.asked, self.answer, self.failed) = (None, None, None);
    }
}

/// Whether both ask for the same of a model, but for its sparsities.
fn is_alike(one: &InpaintingQuestion, other: &InpaintingQuestion) -> bool {
    one.task == other.task
        && one.mask == other.mask
        && one.snapshot.has_pictures_of(&other.snapshot)
}
