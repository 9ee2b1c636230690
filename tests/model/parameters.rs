//! The rows of the parameters that can be changed while the model learns.

use cellscope::config::Config;
use cellscope::parameter::Parameter;

#[test]
fn what_is_set_is_got_and_nothing_else_changes() {
    for &parameter in Parameter::ALL {
        let mut config = Config::default();
        let value = parameter.default_value();
        parameter.set(&mut config, value + 0.25);
        assert_eq!(parameter.get(&config), value + 0.25, "{parameter:?}");
        parameter.set(&mut config, value);
        assert_eq!(config, Config::default(), "{parameter:?}");
    }
}

#[test]
fn the_default_of_what_acts_is_on_its_slider_and_both_ends_are_allowed() {
    for &parameter in Parameter::ALL {
        let row = parameter.row();
        let (slider, default) = (row.slider, parameter.default_value());
        let acts = (row.acts)(&Config::default());
        assert!(!acts || slider.contains(&default), "{parameter:?}");
        let typed = row.typed;
        for end in [*slider.start(), *slider.end(), *typed.start(), *typed.end()] {
            assert!(typed.contains(&end), "{parameter:?}");
            let mut config = Config::default();
            // The slowest motion is at most the fastest.
            let movies = &mut config.movies;
            match parameter {
                Parameter::FastestMotion => movies.speed_min_px = movies.speed_min_px.min(end),
                Parameter::SlowestMotion => movies.speed_max_px = movies.speed_max_px.max(end),
                _ => {}
            }
            parameter.set(&mut config, end);
            assert_eq!(config.check(), Ok(()), "{parameter:?}");
        }
    }
}

#[test]
fn a_sparsity_that_is_adapted_does_not_make_a_configuration_another() {
    let mut held = Config::default();
    held.model.invariant_share = 0.02;
    let mut adapted = held.clone();
    adapted.model.beta *= 1.5;
    assert!(held.is_but_for_adapted(&adapted));
    adapted.model.alpha *= 1.5;
    assert!(!held.is_but_for_adapted(&adapted), "alpha is not adapted");
    let fixed = Config::default();
    let mut other = fixed.clone();
    other.model.beta *= 1.5;
    assert!(!fixed.is_but_for_adapted(&other));
}
