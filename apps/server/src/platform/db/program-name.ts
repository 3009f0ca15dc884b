/** The newest migration that this program knows; a test compares it with the folder. */
export const SCHEMA_RELEASE = 10

/** The name of every connection of this program at the database, so that an operator sees which release still runs. */
export const PROGRAM_NAME = `kippu ${SCHEMA_RELEASE}`

/** A database address under our name, whatever name the address gives: the last step of an upgrade counts the others. */
export function underProgramName(databaseUrl: string): string {
  const [address = '', query = ''] = databaseUrl.split('?', 2)
  const options = new URLSearchParams(query)
  options.set('application_name', PROGRAM_NAME)
  return `${address}?${options.toString()}`
}
