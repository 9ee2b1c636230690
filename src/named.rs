//! Enums whose variants have names.

/// Makes such an enum of a row for each variant: what it is, and its name.
macro_rules! named {
    (
        $(#[$about:meta])*
        $visibility:vis enum $kind:ident {
            $($(#[$of_variant:meta])* $variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$about])*
        $visibility enum $kind {
            $($(#[$of_variant])* $variant,)+
        }

        impl $kind {
            /// All of them, in their order.
            $visibility const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// Its name, on the command line or in the window.
            $visibility fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

pub(crate) use named;
