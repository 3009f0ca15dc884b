/** An invalid variable; the message is the one line that an operator reads. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}
