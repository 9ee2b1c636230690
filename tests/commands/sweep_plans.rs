//! Plans of sweeps: what they mean, and what is said of those that mean nothing.

use std::path::Path;

use cellscope::config::{Config, Preset};
use cellscope::files::TextError;
use cellscope::source::SourceSpec;
use cellscope::sweep::{Length, Sweep};

fn parse(text: &str) -> Result<Sweep, TextError> {
    Sweep::parse("p.toml", text, Path::new("/plans"))
}

fn configs(sweep: &Sweep) -> Vec<Config> {
    let task = |index| sweep.task(index).expect("a task").config;
    (0..sweep.len()).map(task).collect()
}

#[test]
fn a_grid_has_every_combination_the_last_setting_fastest() {
    let sweep = parse(
        r#"
        preset = "quick"
        steps = 20
        seed = [3, 1]
        [model]
        beta = 0.25
        alpha = { from = 0.1, to = 10.0, count = 3, scale = "log" }
        [movies]
        frames = { from = 1, to = 5, count = 3 }
        "#,
    );
    let sweep = sweep.expect("a plan");
    assert_eq!(sweep.settings(), ["seed", "model.alpha", "movies.frames"]);
    assert_eq!(
        sweep.describe(1),
        "seed 3, model.alpha 0.1, movies.frames 3"
    );
    let configs = configs(&sweep);
    let varied: Vec<_> = configs
        .iter()
        .map(|config| (config.seed, config.model.alpha, config.movies.frames))
        .collect();
    let mut expected = Vec::new();
    for seed in [3, 1] {
        for alpha in [0.1, 1.0, 10.0] {
            expected.extend([1, 3, 5].map(|frames| (seed, alpha, frames)));
        }
    }
    assert_eq!(varied, expected);
    let mut common = Config::preset(Preset::Quick);
    common.model.beta = 0.25;
    (common.seed, common.model.alpha, common.movies.frames) = (3, 0.1, 1);
    assert_eq!(configs[0], common);
    assert_eq!(sweep.task(17).expect("a task").length, Length::Steps(20));
}

#[test]
fn lists_that_are_one_value_and_settings_that_go_together_are_told_apart() {
    let sweep = parse(
        r#"
        seconds = [1, 2.5]
        learning.extra_betas = [0.1, 0.2]
        source = ["scenes", { images = ["a", "/b"] }]
        model = [{ simple = 100, invariant = 25 }, { simple = 400 }]
        "#,
    );
    let sweep = sweep.expect("a plan");
    assert_eq!(sweep.settings(), ["seconds", "source", "model"]);
    let all = configs(&sweep);
    assert_eq!(all.len(), 8);
    assert!(
        all.iter()
            .all(|config| config.learning.extra_betas == [0.1, 0.2])
    );
    let sizes = |index: usize| (all[index].model.simple, all[index].model.invariant);
    assert_eq!([sizes(0), sizes(1)], [(100, 25), (400, 100)]);
    // Paths begin where the plan is.
    let places = ["/plans/a", "/b"].map(Into::into).to_vec();
    assert_eq!(all[2].source, SourceSpec::Images(places));
    assert_eq!(sweep.task(4).expect("a task").length, Length::Seconds(2.5));
    // A list of lists is one for each task.
    let sweep = parse("steps = 1\nlearning.extra_betas = [[0.1], [0.2, 0.3], []]").expect("a plan");
    assert_eq!(sweep.len(), 3);
}

#[test]
fn tasks_at_random_are_in_their_ranges_differ_and_are_the_same_for_the_same_seed() {
    let plan = |seed: u64| {
        let text = format!(
            r#"
            steps = 5
            model.alpha = {{ from = 0.1, to = 1.0, scale = "log" }}
            model.simple = {{ from = 10, to = 12 }}
            seed = [1, 2]
            draw = {{ tasks = 50, seed = {seed} }}
            "#
        );
        parse(&text).expect("a plan")
    };
    let (sweep, other) = (plan(1), plan(2));
    assert_eq!(sweep, plan(1));
    assert_ne!(sweep, other);
    let all = configs(&sweep);
    assert_eq!(all.len(), 50);
    assert!(
        all.iter()
            .all(|config| (0.1..=1.0).contains(&config.model.alpha))
    );
    for simple in 10..=12 {
        assert!(
            all.iter().any(|config| config.model.simple == simple),
            "{simple}"
        );
    }
    for (index, config) in all.iter().enumerate() {
        assert!(
            !all[..index].contains(config),
            "task {index} is there twice"
        );
    }
    // All six of them can be drawn, and no seventh.
    let few = |tasks: usize| {
        let lists = "seed = [1, 2]\nmodel.beta = [0.1, 0.2, 0.3]";
        parse(&format!("steps = 5\n{lists}\ndraw.tasks = {tasks}"))
    };
    assert_eq!(few(6).map(|sweep| sweep.len()), Ok(6));
    assert!(few(7).is_err_and(|error| error.to_string().contains("only 6 were found")));
}

/// Every kind of nonsense: "the line | what is said of it", then the text.
const NONSENSE: [(usize, &str, &str); 33] = [
    (2, "expected", "steps = 3\nmodel.alpha = "),
    (2, "duplicate key", "steps = 3\nsteps = 4"),
    (1, "how long is each model trained?", "seed = [1, 2]"),
    (2, "not both", "steps = 3\nseconds = 4"),
    (
        1,
        "steps should be a whole number, 1 or more, but is 0",
        "steps = 0",
    ),
    (2, "steps should be a whole number", "\nsteps = [10, 1.5]"),
    (1, "seconds should be a number above 0", "seconds = -1"),
    (
        2,
        "preset should be quick, paper",
        "steps = 3\npreset = \"gigantic\"",
    ),
    (
        3,
        "give preset or config",
        "steps = 3\npreset = \"quick\"\nconfig = \"c.json\"",
    ),
    (2, "c.json", "steps = 3\nconfig = \"/none/c.json\""),
    (3, "unknown key `alhpa`", "steps = 3\n[model]\nalhpa = 0.5"),
    (2, "unknown key `modle`", "steps = 3\n[modle]\nalpha = 0.5"),
    (2, "unknown key `sead`", "steps = 3\nsead = 1"),
    (
        2,
        "the text \"much\", expected a number",
        "steps = 3\nmodel.alpha = \"much\"",
    ),
    (
        2,
        "the number `2.5`, expected a whole number",
        "steps = 3\nmodel.simple = [100, 2.5]",
    ),
    (
        3,
        "alpha should be from 0.001 to 100, but is 1000",
        "steps = 3\nseed = 1\nmodel.alpha = [1, 1000]",
    ),
    (
        2,
        "window should be an odd number",
        "steps = 3\nnormalise.window_px = 8",
    ),
    (
        3,
        "slowest motion should be",
        "steps = 3\nmodel.beta = 0.1\nmovies.speed_min_px = [1, 3]",
    ),
    (2, "an empty list", "steps = 3\nmodel.alpha = []"),
    (
        2,
        "model.alpha has 0.5 twice",
        "steps = 3\nmodel.alpha = [0.5, 1, 0.5]",
    ),
    (2, "finite number", "steps = 3\nmodel.alpha = nan"),
    (2, "is a date", "steps = 3\nseed = 2026-01-01"),
    (
        2,
        "model.simple_share is 1e-300, which is too close to 0",
        "steps = 3\nmodel.simple_share = 1e-300",
    ),
    (
        2,
        "the toy example has movies of 1 frame of 10 x 10 pixels, but the model takes 3 frames of 12 x 12",
        "steps = 3\nsource = \"lines\"\npreset = \"quick\"",
    ),
    (
        2,
        "these pictures do not move",
        "steps = 3\nmovies.motion = [\"drift\", \"movie\"]",
    ),
    (
        2,
        "needs a count",
        "steps = 3\nmodel.alpha = { from = 0.1, to = 1 }",
    ),
    (
        2,
        "from should be below to",
        "steps = 3\nmodel.alpha = { from = 1, to = 0.1, count = 4 }",
    ),
    (
        2,
        "from should be above 0",
        "steps = 3\nmodel.alpha = { from = 0, to = 1, count = 4, scale = \"log\" }",
    ),
    (
        2,
        "to is 9007199254740993, but a whole end of a range should be at most 9007199254740992",
        "steps = 3\nseed = { from = 0, to = 9007199254740993, count = 2 }",
    ),
    (
        2,
        "count should be a whole number from 2",
        "steps = 3\nmodel.alpha = { from = 0.1, to = 1, count = 1 }",
    ),
    (
        2,
        "but no step",
        "steps = 3\nmodel.alpha = { from = 0.1, to = 1, step = 0.1 }",
    ),
    (
        1,
        "a grid of 200 x 200 tasks, but a sweep has at most 10000",
        "steps = 3\nseed = { from = 1, to = 200, count = 200 }\nmodel.alpha = { from = 1, to = 2, count = 200 }",
    ),
    (
        2,
        "job.threads should be from 1",
        "steps = 3\njob.threads = 0",
    ),
];

#[test]
fn a_plan_that_means_nothing_is_refused_with_its_line_and_the_reason() {
    let mut wrong = Vec::new();
    for (line, reason, text) in NONSENSE {
        let said = parse(text).expect_err(text).to_string();
        let place = format!("p.toml, line {line}: ");
        if !said.starts_with(&place) || !said.contains(reason) || said.contains('\n') {
            wrong.push(format!(
                "{text:?}\n  not line {line} and {reason:?}, but {said:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
