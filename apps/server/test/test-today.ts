/** The day all tests live in, in Japan: a Saturday. */
export const TEST_TODAY = '2026-11-21'
