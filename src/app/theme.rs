//! Colours, type and spacing. Every colour of the window comes from [`Palette`] or from here.

use std::num::NonZeroUsize;

use egui::emath::format_with_decimals_in_range;
use egui::{
    Color32, Context, CornerRadius, FontId, Margin, Shadow, Stroke, Style, TextStyle, Theme,
    ThemePreference, Ui, Visuals,
    style::{HandleShape, NumberFormatter, ScrollAnimation, WidgetVisuals},
    vec2,
};

use crate::figure::{Color, Palette};
use crate::words::with_minus;

/// Text size of the status line and of hints, in points.
pub(crate) const SMALL: f32 = 11.5;
/// Text size of everything else, in points.
pub(crate) const BODY: f32 = 13.5;

/// Width of the line around what has the focus, in points.
const FOCUS: f32 = 1.5;

/// Surfaces and states that figures know nothing of.
struct Surface {
    panel: Color32,
    recess: Color32,
    widget: Color32,
    hovered: Color32,
    pressed: Color32,
    line: Color32,
    /// Around what can be pressed or typed into: 3 to 1 against the panel, so that it is seen by everybody.
    outline: Color32,
    chosen: Color32,
    warning: Color32,
    error: Color32,
}

const DARK: Surface = Surface {
    panel: Color32::from_rgb(0x1b, 0x1e, 0x23),
    recess: Color32::from_rgb(0x10, 0x12, 0x15),
    widget: Color32::from_rgb(0x2c, 0x31, 0x39),
    hovered: Color32::from_rgb(0x38, 0x3f, 0x4a),
    pressed: Color32::from_rgb(0x44, 0x4d, 0x5a),
    line: Color32::from_rgb(0x2b, 0x30, 0x38),
    outline: Color32::from_rgb(0x66, 0x6d, 0x78),
    chosen: Color32::from_rgb(0x24, 0x4d, 0x70),
    warning: Color32::from_rgb(0xe6, 0xb4, 0x50),
    error: Color32::from_rgb(0xf0, 0x71, 0x6a),
};

const LIGHT: Surface = Surface {
    panel: Color32::from_rgb(0xf5, 0xf6, 0xf8),
    recess: Color32::from_rgb(0xff, 0xff, 0xff),
    widget: Color32::from_rgb(0xe4, 0xe7, 0xec),
    hovered: Color32::from_rgb(0xd8, 0xdd, 0xe4),
    pressed: Color32::from_rgb(0xc8, 0xcf, 0xd9),
    line: Color32::from_rgb(0xdd, 0xe1, 0xe7),
    outline: Color32::from_rgb(0x86, 0x8d, 0x99),
    chosen: Color32::from_rgb(0xbf, 0xdd, 0xf3),
    warning: Color32::from_rgb(0x96, 0x64, 0x00),
    error: Color32::from_rgb(0xc0, 0x34, 0x2b),
};

/// The inks of the theme in force.
pub(crate) fn palette(ui: &Ui) -> &'static Palette {
    palette_of(ui.visuals())
}

/// The inks that go with these visuals.
pub(crate) fn palette_of(visuals: &Visuals) -> &'static Palette {
    if visuals.dark_mode {
        &Palette::DARK
    } else {
        &Palette::LIGHT
    }
}

/// A figure's colour for egui.
pub(crate) fn color(Color(r, g, b): Color) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// Passes that a frame may take: with one for an export in another theme, and one to come back from it.
const PASSES: NonZeroUsize = NonZeroUsize::new(3).expect("not 0");

/// How strongly the bar of what scrolls is drawn while the pointer is elsewhere, 0 to 1.
const DORMANT: f32 = 0.4;

/// All that can be preferred, with their names, in the order in which they are offered.
pub(crate) const THEMES: [(ThemePreference, &str); 3] = [
    (ThemePreference::Dark, "Dark"),
    (ThemePreference::Light, "Light"),
    (ThemePreference::System, "System"),
];

/// What a theme is called.
pub(crate) fn theme_name(theme: ThemePreference) -> &'static str {
    let mut named = THEMES.into_iter();
    named
        .find(|(one, _)| *one == theme)
        .map_or("", |(_, name)| name)
}

/// Sets both themes.
pub(crate) fn install(ctx: &Context) {
    ctx.options_mut(|options| options.max_passes = PASSES);
    ctx.set_style_of(Theme::Dark, style(Visuals::dark(), &DARK, &Palette::DARK));
    ctx.set_style_of(
        Theme::Light,
        style(Visuals::light(), &LIGHT, &Palette::LIGHT),
    );
}

/// Lets what changes fade, glide and blink, or has it stand still at once.
pub(crate) fn animate(ctx: &Context, animates: bool) {
    let (usual, now) = (Style::default(), ctx.global_style());
    let time_secs = if animates { usual.animation_time } else { 0.0 };
    if now.animation_time == time_secs && now.visuals.text_cursor.blink == animates {
        return;
    }
    ctx.all_styles_mut(|style| {
        style.animation_time = time_secs;
        style.scroll_animation = if animates {
            usual.scroll_animation
        } else {
            ScrollAnimation::none()
        };
        style.visuals.text_cursor.blink = animates;
    });
}

fn style(visuals: Visuals, surface: &Surface, palette: &Palette) -> Style {
    let mut style = Style {
        visuals: paint(visuals, surface, palette),
        ..Style::default()
    };
    style.number_formatter = NumberFormatter::new(|value, decimals| {
        with_minus(&format_with_decimals_in_range(value, decimals))
    });
    // That there is more to see shows without the pointer, too.
    style.spacing.scroll.dormant_handle_opacity = DORMANT;
    let proportional = [
        (TextStyle::Small, SMALL),
        (TextStyle::Body, BODY),
        (TextStyle::Button, BODY),
        (TextStyle::Heading, 15.5),
    ];
    for (name, size) in proportional {
        style.text_styles.insert(name, FontId::proportional(size));
    }
    style
        .text_styles
        .insert(TextStyle::Monospace, FontId::monospace(SMALL));
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 6.0);
    spacing.button_padding = vec2(9.0, 3.5);
    spacing.interact_size = vec2(36.0, 24.0);
    spacing.slider_rail_height = 4.0;
    spacing.tooltip_width = 300.0;
    spacing.window_margin = Margin::same(14);
    spacing.menu_margin = Margin::same(8);
    style
}

fn paint(base: Visuals, surface: &Surface, palette: &Palette) -> Visuals {
    let (bright, weak) = (color(palette.text), color(palette.weak));
    let text = bright.lerp_to_gamma(weak, 0.22);
    let accent = color(palette.accent);
    let mut visuals = base;
    visuals.panel_fill = surface.panel;
    visuals.window_fill = surface.panel;
    visuals.extreme_bg_color = surface.recess;
    visuals.faint_bg_color = color(palette.recess);
    visuals.code_bg_color = color(palette.recess);
    visuals.weak_text_color = Some(weak);
    visuals.warn_fg_color = surface.warning;
    visuals.error_fg_color = surface.error;
    visuals.hyperlink_color = accent;
    visuals.selection.bg_fill = surface.chosen;
    visuals.selection.stroke = Stroke::new(1.0, bright);
    visuals.window_stroke = Stroke::new(1.0, surface.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.window_shadow = shadow(24);
    visuals.popup_shadow = shadow(12);
    visuals.slider_trailing_fill = true;
    visuals.collapsing_header_frame = false;
    visuals.indent_has_left_vline = false;
    let widgets = &mut visuals.widgets;
    for (state, fill, stroke) in [
        (&mut widgets.noninteractive, surface.panel, text),
        (&mut widgets.inactive, surface.widget, text),
        (&mut widgets.hovered, surface.hovered, bright),
        (&mut widgets.active, surface.pressed, bright),
        (&mut widgets.open, surface.hovered, text),
    ] {
        *state = WidgetVisuals {
            bg_fill: fill,
            weak_bg_fill: fill,
            bg_stroke: Stroke::NONE,
            corner_radius: CornerRadius::same(5),
            fg_stroke: Stroke::new(1.0, stroke),
            expansion: 0.0,
        };
    }
    // Buttons and check boxes stand out from the panel by a line as well as by their fill.
    visuals.widgets.inactive.bg_stroke = Stroke::new(1.0, surface.outline);
    // What has the keyboard's focus looks pressed.
    visuals.widgets.active.bg_stroke = Stroke::new(FOCUS, accent);
    visuals.handle_shape = HandleShape::Circle;
    visuals.widgets.noninteractive.bg_stroke = Stroke::new(1.0, surface.line);
    visuals
}

fn shadow(blur: u8) -> Shadow {
    Shadow {
        offset: [0, 4],
        blur,
        spread: 0,
        color: Color32::from_black_alpha(70),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast of two colours as the Web Content Accessibility Guidelines define it, from 1 to 21.
    fn contrast(one: Color32, other: Color32) -> f32 {
        let luminance = |color: Color32| {
            let [red, green, blue, _] = egui::Rgba::from(color).to_array();
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn text_and_outlines_stand_out_from_what_they_are_on() {
        for (surface, palette) in [(&DARK, &Palette::DARK), (&LIGHT, &Palette::LIGHT)] {
            let (weak, text) = (color(palette.weak), color(palette.text));
            for ground in [surface.panel, color(palette.background)] {
                for ink in [
                    weak,
                    text,
                    surface.warning,
                    surface.error,
                    color(palette.accent),
                ] {
                    let found = contrast(ink, ground);
                    assert!(found >= 4.5, "{ink:?} on {ground:?}: {found}");
                }
                let found = contrast(surface.outline, ground);
                assert!(found >= 3.0, "outline on {ground:?}: {found}");
            }
            for ground in [surface.widget, surface.chosen] {
                let found = contrast(text, ground);
                assert!(found >= 4.5, "{text:?} on {ground:?}: {found}");
            }
        }
    }
}
