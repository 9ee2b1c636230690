//! One thread asked from one side.

use std::ops::ControlFlow;
use std::time::Duration;

use cellscope::engine::{FAULT_QUEUE, WorkerHandle};
use cpu_time::ThreadTime;
use crossbeam_channel::bounded;

use super::{PATIENCE, wait};

/// A share with which a rest after a little work outlasts the patience.
const HARDLY: f64 = 1e-9;

/// Computes for long enough to be counted on any system.
fn compute() {
    let begun = ThreadTime::now();
    while begun.elapsed() < Duration::from_millis(20) {
        std::hint::spin_loop();
    }
}

#[test]
fn the_newest_question_is_answered_and_those_between_are_not_begun() {
    let (begun, begun_out) = bounded(8);
    let (go_on, gate) = bounded::<()>(0);
    let worker = WorkerHandle::start(
        "test-worker",
        || {},
        move |question: u32, port| {
            let _ = begun.send(question);
            let _ = gate.recv_timeout(PATIENCE);
            port.publish(10 * question);
            ControlFlow::Continue(())
        },
    );
    worker.ask(1);
    assert_eq!(begun_out.recv_timeout(PATIENCE), Ok(1));
    (2..=5).for_each(|question| worker.ask(question));
    go_on.send(()).expect("the work waits");
    assert_eq!(begun_out.recv_timeout(PATIENCE), Ok(5));
    go_on.send(()).expect("the work waits");
    wait(|| worker.answer().filter(|answer| **answer == 50));
    assert!(worker.answer().is_none(), "an answer is taken once");
}

#[test]
fn a_panic_is_told_and_the_next_question_is_answered() {
    let (news, news_out) = bounded(8);
    let on_news = move || {
        let _ = news.try_send(());
    };
    let worker = WorkerHandle::start("test-worker", on_news, |question: u32, port| {
        assert_ne!(question, 13, "no thirteenth");
        port.publish(question);
        ControlFlow::Continue(())
    });
    worker.ask(13);
    news_out.recv_timeout(PATIENCE).expect("news of the fault");
    assert!(
        worker
            .fault()
            .is_some_and(|fault| fault.contains("no thirteenth"))
    );
    worker.ask(7);
    news_out.recv_timeout(PATIENCE).expect("news of the answer");
    assert_eq!(worker.answer().as_deref(), Some(&7));
}

#[test]
fn every_fault_is_told_and_those_without_room_are_counted() {
    let (asked, asked_out) = bounded(1);
    let worker = WorkerHandle::<usize, ()>::start(
        "test-worker",
        || {},
        move |count, port| {
            (0..count).for_each(|fault| port.fail(format!("fault {fault}")));
            let _ = asked.send(());
            ControlFlow::Continue(())
        },
    );
    worker.ask(FAULT_QUEUE + 3);
    asked_out.recv_timeout(PATIENCE).expect("answered");
    let faults: Vec<_> = std::iter::from_fn(|| worker.fault()).collect();
    let all: Vec<_> = (0..FAULT_QUEUE)
        .map(|fault| format!("fault {fault}"))
        .collect();
    assert_eq!(faults, all);
    worker.ask(1);
    asked_out.recv_timeout(PATIENCE).expect("answered");
    let faults: Vec<_> = std::iter::from_fn(|| worker.fault()).collect();
    assert_eq!(faults, ["fault 0 (3 earlier faults are not shown)"]);
}

#[test]
fn dropping_the_handle_ends_a_rest_and_the_stages_after_it() {
    let (ended, ended_out) = bounded(1);
    let (begun, begun_out) = bounded(1);
    let worker = WorkerHandle::<u32, u32>::start(
        "test-worker",
        || {},
        move |_, port| {
            let _ = begun.send(());
            compute();
            let rested = port.throttle(HARDLY, |_| false);
            let _ = ended.send((rested.is_break(), port.throttle(1.0, |_| false).is_break()));
            rested
        },
    );
    worker.ask(1);
    begun_out.recv_timeout(PATIENCE).expect("begun");
    drop(worker);
    assert_eq!(ended_out.try_recv(), Ok((true, true)));
}

#[test]
fn a_rest_ends_for_a_question_that_cannot_wait_and_for_no_other() {
    let worker = WorkerHandle::start(
        "test-worker",
        || {},
        |question: u32, port| {
            compute();
            let share = if question == 0 { HARDLY } else { 1.0 };
            port.throttle(share, |&waiting| waiting == 9)?;
            let waiting = port.waiting().copied();
            port.publish((question, waiting));
            ControlFlow::Continue(())
        },
    );
    worker.ask(0);
    worker.ask(3);
    worker.ask(9);
    let first = wait(|| worker.answer());
    // Whether the rest had begun when 9 was asked or not, 9 comes next.
    assert!(
        [(0, Some(9)), (9, None), (3, None), (3, Some(9))].contains(&first),
        "{first:?}"
    );
    if first.0 != 9 {
        assert_eq!(*wait(|| worker.answer()), (9, None));
    }
}

#[test]
fn work_that_does_not_rest_hears_that_nobody_waits_any_more() {
    let (begun, begun_out) = bounded(1);
    let worker = WorkerHandle::<u32, u32>::start(
        "test-worker",
        || {},
        move |_, port| {
            begun.send(port.go_on()).expect("room");
            while port.go_on().is_continue() {
                std::thread::yield_now();
            }
            ControlFlow::Break(())
        },
    );
    worker.ask(1);
    let go_on = begun_out.recv_timeout(PATIENCE);
    assert_eq!(go_on, Ok(ControlFlow::Continue(())));
    // Waits for the thread.
    drop(worker);
}
