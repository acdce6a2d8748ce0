//! The doors for many positions at once: sequences, periods, tables, patterns.

use grundy::heaps::{self, HeapRules, Study};
use grundy::{Loader, Text};
use serde_json::value::RawValue;

use super::door::{Desk, Door, Json, done, written};
use crate::error::Refusal;
use crate::forms::{
    FindingForm, KindForm, Number, PatternForm, PeriodForm, SequenceAsk, SequenceForm, TableAsk, named,
};
use crate::pool::{Done, Wish};

/// Longest sequence.
const HEAPS: u64 = 20_000;

/// Most cells of a table.
const CELLS: u64 = 10_000;

impl SequenceAsk {
    fn bounded(&self) -> Result<Wish, Refusal> {
        if self.to > HEAPS {
            let found = self.to;
            return Err(Refusal::request(format!("expected a last heap of at most {HEAPS}, found {found}")));
        }
        Ok(Wish { name: named(self.job.as_ref())?, ..Wish::default() })
    }

    fn text(&self) -> Text {
        Text::new("question", &self.question)
    }

    fn study(&self, desk: &mut Desk<'_>) -> Result<Study, Refusal> {
        let rules = HeapRules::read(&self.text(), desk.load)?;
        Ok(Study::run(rules, self.to, false, None, desk.budget, &mut |_| {}))
    }

    /// Values of a game that is no heap system: a board of every size.
    fn sized(&self, desk: &mut Desk<'_>) -> Result<SequenceForm, Refusal> {
        let ask = desk.ask();
        let found = grundy::sequence(&self.text(), self.to, desk.load, &ask)?;
        let nimbers: Option<Vec<Number>> =
            found.cells.iter().map(|cell| cell.nimber.map(|nimber| Number(nimber.0.into()))).collect();
        let Some(nimbers) = nimbers else {
            return Err(Refusal::request(
                "a game that can be drawn has outcomes, and no sequence of nimbers",
            ));
        };
        let report = raw(found.period_json())?;
        let kinds = vec![KindForm { first: found.first, values: nimbers, report }];
        let limit = found.limit.map(grundy::Limit::name);
        Ok(SequenceForm {
            version: grundy::json::VERSION,
            question: found.template,
            words: Vec::new(),
            kinds,
            limit,
        })
    }
}

fn report(study: &Study, kind: usize) -> Result<Box<RawValue>, Refusal> {
    raw(heaps::period_json(study, kind))
}

fn raw(json: String) -> Result<Box<RawValue>, Refusal> {
    RawValue::from_string(json).map_err(|error| Refusal::failure(error.to_string()))
}

impl Door for SequenceAsk {
    const NAME: &'static str = "sequence";

    fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    fn wish(&self) -> Result<Wish, Refusal> {
        self.bounded()
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        if !HeapRules::are_in(&self.text()) {
            let form = self.sized(desk)?;
            return done(&form, form.limit.is_some());
        }
        let study = self.study(desk)?;
        let mut kinds = Vec::with_capacity(study.reports.len());
        for kind in 0..study.reports.len() {
            let value = |n| study.value(kind, n).map(|value| Number(value.into()));
            let values = (0..=self.to).map_while(value).collect();
            kinds.push(KindForm { first: 0, values, report: report(&study, kind)? });
        }
        let form = SequenceForm {
            version: grundy::json::VERSION,
            question: study.rules.name.clone(),
            words: study.rules.words.clone(),
            kinds,
            limit: study.limit.map(grundy::Limit::name),
        };
        done(&form, study.limit.is_some())
    }
}

/// The form of the door for periods.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct PeriodAsk(pub(crate) SequenceAsk);

impl Door for PeriodAsk {
    const NAME: &'static str = "period";

    fn rules(&self) -> Option<&str> {
        self.0.rules.as_deref()
    }

    fn wish(&self) -> Result<Wish, Refusal> {
        self.0.bounded()
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        if !HeapRules::are_in(&self.0.text()) {
            let ask = desk.ask();
            let found = grundy::sequence(&self.0.text(), self.0.to, desk.load, &ask)?;
            let form = PeriodForm {
                version: grundy::json::VERSION,
                reports: vec![raw(found.period_json())?],
                question: found.template,
                words: Vec::new(),
                limit: found.limit.map(grundy::Limit::name),
            };
            return done(&form, found.limit.is_some());
        }
        let study = self.0.study(desk)?;
        let reports = (0..study.reports.len()).map(|kind| report(&study, kind)).collect::<Result<_, _>>()?;
        let form = PeriodForm {
            version: grundy::json::VERSION,
            question: study.rules.name.clone(),
            words: study.rules.words.clone(),
            reports,
            limit: study.limit.map(grundy::Limit::name),
        };
        done(&form, study.limit.is_some())
    }
}

impl TableAsk {
    fn bounded(&self) -> Result<Wish, Refusal> {
        let count =
            |[first, last]: [u64; 2]| last.checked_sub(first).and_then(|n| n.checked_add(1)).unwrap_or(0);
        let cells = count(self.rows).saturating_mul(count(self.columns));
        if cells == 0 || cells > CELLS {
            return Err(Refusal::request(format!(
                "expected a table of 1 to {CELLS} cells, found one of {cells}"
            )));
        }
        Ok(Wish { name: named(self.job.as_ref())?, ..Wish::default() })
    }

    fn table(&self, desk: &mut Desk<'_>) -> Result<grundy::Table, Refusal> {
        let text = Text::new("question", &self.question);
        let (rows, columns) = (self.rows[0]..=self.rows[1], self.columns[0]..=self.columns[1]);
        let ask = desk.ask();
        let load: &mut dyn Loader = desk.load;
        Ok(grundy::table(&text, rows, columns, load, &ask)?)
    }
}

impl Door for TableAsk {
    const NAME: &'static str = "table";

    fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    fn wish(&self) -> Result<Wish, Refusal> {
        self.bounded()
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        let table = self.table(desk)?;
        written(grundy::json::table(&table), table.limit.is_some())
    }
}

/// The form of the door for patterns.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct PatternAsk(pub(crate) TableAsk);

impl Door for PatternAsk {
    const NAME: &'static str = "pattern";

    fn rules(&self) -> Option<&str> {
        self.0.rules.as_deref()
    }

    fn wish(&self) -> Result<Wish, Refusal> {
        self.0.bounded()
    }

    fn answer(&self, desk: &mut Desk<'_>) -> Result<Done<Json>, Refusal> {
        let table = self.0.table(desk)?;
        let found = grundy::pattern::findings(&table);
        let form = PatternForm {
            version: grundy::json::VERSION,
            question: table.template.clone(),
            rows: self.0.rows.map(|n| Number(n.into())),
            columns: self.0.columns.map(|n| Number(n.into())),
            findings: found.into_iter().map(FindingForm::from).collect(),
            limit: table.limit.map(grundy::Limit::name),
        };
        done(&form, table.limit.is_some())
    }
}
