//! Functions of this machine's mathematical library that Rust's library has not (`erf`), or computes by formulas of its own (`asinh`).
//!
//! What a program without symbolic input computes must be what it computes natively, to the bit, so the functions are the machine's own.
//! They are a part of its own because these are calls of C functions; others forbid unsafe code. They take and give numbers alone.

/// Declares functions of C with those of Rust that call them.
macro_rules! functions {
    ($($double:ident $single:ident $text:literal;)*) => {
        mod c {
            #[allow(unsafe_code, reason = "functions of the C library")]
            // SAFETY: these functions of C take a number, give a number, and are defined for every one.
            unsafe extern "C" {
                $(pub(super) safe fn $double(x: f64) -> f64; pub(super) safe fn $single(x: f32) -> f32;)*
            }
        }
        $(
            #[doc = $text]
            pub fn $double(x: f64) -> f64 {
                c::$double(x)
            }
            #[doc = concat!($text, " In single precision.")]
            pub fn $single(x: f32) -> f32 {
                c::$single(x)
            }
        )*
    };
}

functions! {
    asinh asinhf "The number whose hyperbolic sine this is.";
    acosh acoshf "The number that is not negative whose hyperbolic cosine this is.";
    atanh atanhf "The number whose hyperbolic tangent this is.";
    erf erff "The error function.";
    erfc erfcf "One less the error function.";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-6 * b.abs().max(1.0)
    }

    #[test]
    fn they_are_the_functions_of_their_names() {
        for x in [-0.75, -0.5, -0.25, 0.125, 0.5, 0.875] {
            assert!(
                near(asinh(x), x.asinh())
                    && near(atanh(x), x.atanh())
                    && near(acosh(1.0 + x * x), (1.0 + x * x).acosh())
            );
            assert!(near(erf(x) + erfc(x), 1.0) && near(erf(-x), -erf(x)));
            let y = x as f32;
            let single = [asinhf(y), atanhf(y), acoshf(1.0 + y * y), erff(y) + erfcf(y)].map(f64::from);
            assert!(
                single.into_iter().zip([x.asinh(), x.atanh(), (1.0 + x * x).acosh(), 1.0]).all(|(a, b)| near(a, b))
            );
        }
        assert!(near(erf(1.0), 0.842_700_792_949_715));
    }
}
