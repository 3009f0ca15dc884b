/** The newest migration that this program knows; a test holds it against the folder. */
export const SCHEMA_RELEASE = 9

/** How every connection of this program introduces itself to the database, so that an operator sees which release still runs. */
export const PROGRAM_NAME = `kippu ${SCHEMA_RELEASE}`
