/** A form as the provider requires it: the browser itself sends it, in the named encoding. */
export interface OutgoingForm {
  readonly address: string
  /** Encoding of the form: one of the labels that browsers know. */
  readonly charset: string
  /** Names and values in their order. */
  readonly fields: ReadonlyArray<readonly [string, string]>
}

/** Goes to another site. */
export function goAway(address: string): void {
  location.assign(address)
}

/** Sends a form and follows it to its page, as if the visitor had pressed its button. */
export function sendForm({ address, charset, fields }: OutgoingForm): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = address
  form.acceptCharset = charset
  form.hidden = true
  form.append(...fields.map(hiddenField))
  document.body.append(form)
  // Called on the prototype, because a provider's field may be named `submit`.
  HTMLFormElement.prototype.submit.call(form)
  form.remove()
}

function hiddenField([name, value]: readonly [string, string]): HTMLInputElement {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  input.value = value
  return input
}
