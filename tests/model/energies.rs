//! How energies are written down.

use cellscope::model::{Energies, LayerEnergies};

#[test]
fn energies_are_written_under_their_keys_and_read_back() {
    let mut energies = Energies {
        reconstruction: 1.0,
        simple_sparsity: 2.0,
        ..Energies::default()
    };
    energies.layers[0] = LayerEnergies {
        modulated: 3.0,
        sparsity: 4.0,
    };
    let written = |energies: &Energies| serde_json::to_string(energies).expect("JSON");
    let two =
        r#"{"reconstruction":1.0,"simple_sparsity":2.0,"modulated":3.0,"invariant_sparsity":4.0}"#;
    assert_eq!(written(&energies), two);
    energies.layers[1].modulated = 5.0;
    energies.layers[2].sparsity = 6.0;
    let four = written(&energies);
    assert!(four.ends_with(r#""top_modulated":5.0,"deeper":[{"modulated":0.0,"sparsity":6.0}]}"#));
    assert_eq!(
        serde_json::from_str::<Energies>(&four).expect("energies"),
        energies
    );
    assert_eq!(energies.total(), 21.0);
}
