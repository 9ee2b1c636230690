//! What a step points at.

use egui::Role;

use super::names::find_view;
use crate::app::commands::View;

/// The kinds of controls that a step can point at.
const ROLES: [(&str, Role); 6] = [
    ("Button", Role::Button),
    ("Slider", Role::Slider),
    ("Number", Role::SpinButton),
    ("Check box", Role::CheckBox),
    ("List", Role::ComboBox),
    ("Fold", Role::DisclosureTriangle),
];

/// What a step points at.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The control of this kind and name, as screen readers name it.
    Control {
        /// Its kind.
        role: Role,
        /// Its name.
        label: String,
    },
    /// A view.
    View(View),
}

impl Target {
    /// Reads "Button: Resume", or "View: curves" with the key of a view.
    pub(super) fn parse(text: &str, views: &[View]) -> Result<Self, String> {
        let known = || ROLES.map(|(name, _)| name).join(", ");
        let (kind, label) = text.split_once(": ").ok_or_else(|| {
            format!(
                "point should be a kind and a name, as in \"Button: Resume\", but is \"{text}\""
            )
        })?;
        if kind == "View" {
            return find_view(label, views).map(Self::View);
        }
        let role = ROLES.iter().find(|(name, _)| *name == kind);
        let (_, role) = role.ok_or_else(|| {
            format!(
                "point should begin with {} or View, but begins with \"{kind}\"",
                known()
            )
        })?;
        Ok(Self::Control {
            role: *role,
            label: label.to_owned(),
        })
    }
}
