//! Files of lessons, good and bad.

use cellscope::app::{Lesson, LessonModel, Quantity, Target, Task, views};
use egui::Role;

fn refusal(text: &str) -> String {
    Lesson::parse("x.toml", text, &views())
        .expect_err("refused")
        .to_string()
}

const FIRST: &str =
    "title = \"T\"\n[[step]]\ntext = \"One.\"\nset = { model = \"trained\" }\n[[step]]\n";

#[test]
fn bad_files_are_refused_by_line_and_value_and_say_what_would_be_right() {
    for (text, problem) in [
        (
            "text = \"\"",
            "x.toml, line 6: the text of a step should have 1 to 220 characters, but has 0",
        ),
        (
            "text = \"A\"\npoint = \"Knob: A\"",
            "line 7: point should begin with Button, Slider",
        ),
        (
            "text = \"A\"\npoint = \"Kn\\u001b[2J\\nob: A\"",
            "but begins with \"Kn [2J ob\"",
        ),
        (
            "text = \"A\"\npoint = \"Resume\"",
            "line 7: point should be a kind and a name, as in \"Button: Resume\"",
        ),
        (
            "text = \"A\"\npoint = \"View: x\"",
            "line 7: there is no view \"x\"; the views are filters,",
        ),
        (
            "text = \"A\"\ndo = \"dance\"",
            "line 7: do should be click, run,",
        ),
        (
            "text = \"A\"\ndo = \"click\"",
            "line 7: click needs a point",
        ),
        (
            "text = \"A\"\ndo = \"alpha > much\"",
            "line 7: the bound should be a number, but is \"much\"",
        ),
        (
            "text = \"A\"\ndo = \"hidden > 95\"",
            "line 7: hidden goes from 5 to 95, so that \"hidden > 95\" cannot be done; choose another bound",
        ),
        (
            "text = \"A\"\ndo = \"alpha < 0.001\"",
            "line 7: alpha goes from 0.01 to 10, so that",
        ),
        (
            "text = \"A\"\ndo = \"gamma > 1\"",
            "line 7: there is no quantity \"gamma\"; they are alpha, beta",
        ),
        (
            "text = \"A\"\nset = { layout = \"x\" }",
            "line 7: there is no layout \"x\"; the layouts are overview,",
        ),
        (
            "text = \"A\"\nset = { stimulus = \"patch\" }",
            "line 7: stimulus should be edge or grating, but is \"patch\"",
        ),
        (
            "text = \"A\"\nset = { alpha = -1.0 }",
            "line 7: alpha should be from 0.001 to 100, but is -1",
        ),
        (
            "text = \"A\"\nset = { pace = 0.0 }",
            "line 7: pace should be at least 1 minibatch per second, but is 0",
        ),
        (
            "text = \"A\"\nset = { model = \"gigantic\" }",
            "line 7: model should be trained, quick, paper, large, huge, deep, toy, but is \"gigantic\"",
        ),
        (
            "text = \"A\"\nset = { motion = \"still\" }",
            "line 7: motion should be set with a new model",
        ),
        (
            "text = \"A\"\nset = { model = \"trained\", beta = 1.0 }",
            "line 7: the trained model has its own alpha and beta",
        ),
        (
            "text = \"A\"\ncolour = \"red\"",
            "line 7: unknown key `colour`",
        ),
    ] {
        let refused = refusal(&format!("{FIRST}{text}"));
        assert!(refused.contains(problem), "{text}: {refused}");
    }
    let refused = refusal("title = \"T\"\n\n[[step]]\ntext = \"One.\"");
    assert!(
        refused.contains("line 3: the first step should say which model"),
        "{refused}"
    );
    assert!(refusal("title = \"T\"").contains("step"));
    assert!(refusal("title = ").starts_with("x.toml, line 1: "));
}

#[test]
fn a_sound_file_is_read_as_it_says() {
    let text = format!("{FIRST}text = \"Two.\"\npoint = \"Number: Seed\"\ndo = \"beta < 0.2\"\n");
    let lesson = Lesson::parse("x.toml", &text, &views()).expect("sound");
    assert_eq!(lesson.steps[0].set.model, Some(LessonModel::Trained));
    let step = &lesson.steps[1];
    assert_eq!(step.task, Some(Task::Below(Quantity::Beta, 0.2)));
    let seed = Target::Control {
        role: Role::SpinButton,
        label: "Seed".to_owned(),
    };
    assert_eq!(step.point, Some(seed));
}
