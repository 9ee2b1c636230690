//! README and guide tell of every view.

use std::fs;
use std::path::Path;

use cellscope::app::views;

#[test]
fn every_view_is_in_the_readme_and_in_the_guide() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in ["README.md", "assets/guide/seeing.md"] {
        let page = fs::read_to_string(root.join(file)).expect(file);
        for view in views() {
            assert!(page.contains(view.title), "{} is not in {file}", view.title);
        }
    }
}
