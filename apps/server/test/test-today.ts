/** The day on which all tests happen, in Japan: a Saturday. */
export const TEST_TODAY = '2026-11-21'
