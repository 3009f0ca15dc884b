/** The newest migration that this program knows; a test compares it with the folder. */
export const SCHEMA_RELEASE = 9

/** The name of every connection of this program at the database, so that an operator sees which release still runs. */
export const PROGRAM_NAME = `kippu ${SCHEMA_RELEASE}`
