/** No connection was made: the request was never sent. The message is the system's code, such as ECONNREFUSED. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}
