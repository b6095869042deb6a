//! A parser of sums: slice patterns, a peeked iterator, results and options; an operator without what follows it is unwrapped.

mod support;
use support::bytes;

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Number(i64),
    Operator(char),
    Open,
    Close,
}

fn tokens(text: &[u8]) -> Result<Vec<Token>, String> {
    let mut found = Vec::new();
    let mut rest = text.iter().peekable();
    while let Some(&&byte) = rest.peek() {
        rest.next();
        found.push(match byte {
            b'0'..=b'9' => {
                let mut number = i64::from(byte - b'0');
                while let Some(&&digit @ b'0'..=b'9') = rest.peek() {
                    number = number * 10 + i64::from(digit - b'0');
                    rest.next();
                }
                Token::Number(number)
            }
            b'+' | b'/' => Token::Operator(byte as char),
            b'(' => Token::Open,
            b')' => Token::Close,
            _ => return Err(format!("bad byte {byte}")), //~ reached
        });
    }
    Ok(found)
}

struct Parser<'a> {
    rest: &'a [Token],
}

impl Parser<'_> {
    fn sum(&mut self) -> Option<i64> {
        let mut value = self.atom()?;
        while let [Token::Operator(operator), rest @ ..] = self.rest {
            self.rest = rest;
            let right = self.atom().unwrap(); //~ bug: abort
            value = match operator {
                '+' => value + right,          //~ reached
                '/' => value.checked_div(right)?, //~ reached
                _ => unreachable!(),
            };
        }
        Some(value)
    }

    fn atom(&mut self) -> Option<i64> {
        match self.rest {
            [Token::Number(number), rest @ ..] => {
                self.rest = rest;
                Some(*number)
            }
            [Token::Open, rest @ ..] => {
                self.rest = rest;
                let value = self.sum()?;
                let [Token::Close, rest @ ..] = self.rest else { return None };
                self.rest = rest;
                Some(value) //~ reached
            }
            _ => None,
        }
    }
}

fn main() {
    let text: [u8; 3] = bytes(b"text\0");
    match tokens(&text) {
        Err(message) => println!("{message}"),
        Ok(tokens) => {
            let mut parser = Parser { rest: &tokens };
            match parser.sum() {
                Some(value) if parser.rest.is_empty() => print!("value {value}"),
                other => print!("no sum: {other:?}"),
            }
        }
    }
}
