/** There was no connection: the request has not left us. The message is the system's code, such as ECONNREFUSED. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}
