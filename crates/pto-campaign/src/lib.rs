//! Campaigns: the same work for very many configurations of kernels, in shards whose results can be made anywhere and
//! put together.
//!
//! | module | |
//! |---|---|
//! | [`expr`] | numbers computed from parameters |
//! | [`values`] | the values of a parameter: `64..256:64` |
//! | [`template`] | a kernel text that declares parameters: `// tune: tile = 64..256:64` and `{tile}` |
//! | [`space`] | every configuration of some parameters that keeps their conditions |
//! | [`campaign`] | what a campaign file says |
//! | [`plan`] | its shards, each with the key of everything that its results depend on |
//! | [`row`] | a line of a result |
//! | [`search`] | which configurations of a large space to look at |
//! | [`report`] | results as a page and as comma-separated values |
//! | [`compare`] | what differs between two results |
//!
//! Everything here is computation: who reads files, runs kernels and writes results is the command.
//!
//! ```
//! let text = "// tune: size = 16..64:16 default 32\n// tune: twice = size * 2\n// tune: where twice < 100\n%c = arith.constant {twice} : index\n";
//! let template = pto_campaign::template::Template::read(text).unwrap();
//! let space = template.space();
//! assert_eq!(space.configurations().len(), 3);
//! let values = space.resolve(&[48]).unwrap();
//! assert!(template.fill(&values).unwrap().ends_with("arith.constant 96 : index\n"));
//! ```

#![allow(
    clippy::result_large_err,
    reason = "a text is refused once, and its finding is what is wanted then"
)]

pub mod campaign;
pub mod compare;
pub mod expr;
pub mod plan;
pub mod report;
pub mod row;
pub mod search;
pub mod space;
pub mod template;
pub mod values;
