//! The fork profile, `forks.csv`: where states come from, the most fruitful place first.

use crate::csv;
use crate::place::Place;

/// A place where states fork.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForkSite {
    /// Where.
    pub place: Place,
    /// How many states were made there.
    pub forks: u64,
}

/// The contents of `forks.csv`. The order of `sites` does not matter.
pub fn render(sites: &[ForkSite]) -> String {
    let mut sites: Vec<&ForkSite> = sites.iter().collect();
    sites.sort_by(|a, b| b.forks.cmp(&a.forks).then_with(|| a.place.cmp(&b.place)));
    let mut text = csv::row(["file", "line", "column", "function", "forks"]);
    for site in sites {
        let place = &site.place;
        let [line, column, forks] = [u64::from(place.line), u64::from(place.column), site.forks].map(|n| n.to_string());
        text.push_str(&csv::row([place.file.as_deref().unwrap_or(""), &line, &column, &place.function, &forks]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_fruitful_place_comes_first_whatever_the_order() {
        let site = |line, forks| ForkSite {
            place: Place { file: Some("a.c".to_owned()), line, column: 2, function: "f,g".to_owned() },
            forks,
        };
        let expected = "file,line,column,function,forks\na.c,2,2,\"f,g\",9\na.c,1,2,\"f,g\",5\na.c,3,2,\"f,g\",5\n";
        assert_eq!(render(&[site(3, 5), site(1, 5), site(2, 9)]), expected);
        assert_eq!(render(&[site(1, 5), site(2, 9), site(3, 5)]), expected);
    }
}
