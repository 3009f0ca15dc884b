/** The database cannot be migrated to the code's schema; the message is one line for the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
