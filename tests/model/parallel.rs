//! Work shared out over the threads.

use cellscope::compute::parallel::each;

#[test]
fn results_come_in_the_order_of_the_tasks_on_any_number_of_threads() {
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let sum_of_products = |factor: u64| {
            let products = each(0..40u64, 3, |other| factor * other);
            products.iter().sum::<u64>()
        };
        let found = pool
            .expect("a pool of threads")
            .install(|| each(0..1000, 7, sum_of_products));
        assert!(found.iter().copied().eq((0..1000).map(|task| task * 780)));
    }
    assert!(each(0..0, 1, |task: usize| task).is_empty());
}

#[test]
fn a_panic_in_a_task_comes_out_and_the_threads_go_on() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.expect("threads");
    for bad in [0, 50, 99] {
        let tasks =
            || pool.install(|| each(0..100, 1, |task| assert_ne!(task, bad, "the bad task")));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(tasks)).is_err());
        let doubled = pool.install(|| each(0..100, 1, |task| 2 * task));
        assert!(doubled.into_iter().eq((0..100).map(|task| 2 * task)));
    }
}
