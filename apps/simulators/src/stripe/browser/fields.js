// Stripe's part of the card fields: it exchanges the card for a payment method when the store's page pays.
{
  // The field and the problem that a refusal of the provider means.
  const REFUSALS = {
    incorrect_number: ['number', 'numberInvalid'],
    invalid_expiry_month: ['expiry', 'expiryInvalid'],
    invalid_expiry_year: ['expiry', 'expiryPast'],
    invalid_cvc: ['cvc', 'cvcIncomplete'],
  }
  const VARIABLES = {
    colorPrimary: '--primary',
    colorBackground: '--background',
    colorText: '--text',
    colorTextSecondary: '--secondary',
    colorDanger: '--danger',
    fontFamily: '--font',
    fontSizeBase: '--size',
    borderRadius: '--radius',
  }
  let publishableKey

  const describe = ({ locale, variables, scheme, disabled }) => {
    const properties = Object.fromEntries(
      Object.entries(VARIABLES).map(([name, property]) => [property, variables[name]]),
    )
    fields.describe({ locale, scheme, properties })
    for (const name of fields.names) fields.input[name].disabled = disabled
  }

  const report = () => {
    const problem = fields.names.map(name => fields.shown[name]).find(name => name !== undefined)
    fields.send({
      kind: 'change',
      event: {
        brand: fields.brand(),
        empty: fields.names.every(name => fields.input[name].value === ''),
        complete: fields.isComplete(),
        error: problem && { type: 'validation_error', code: problem, message: fields.words(problem) },
      },
    })
  }

  /** Checks the fields, then exchanges the card for a payment method. Never throws. */
  const pay = async billing => {
    const wrong = fields.showProblems()
    if (wrong !== undefined) {
      const code = fields.shown[wrong]
      return { error: { type: 'validation_error', code, message: fields.words(code) } }
    }
    const { month, year } = fields.expiry()
    const body = new URLSearchParams({
      type: 'card',
      'card[number]': fields.digits('number'),
      'card[exp_month]': String(month),
      'card[exp_year]': String(year),
      'card[cvc]': fields.digits('cvc'),
    })
    for (const name of ['name', 'email', 'phone'])
      if (billing[name]) body.set(`billing_details[${name}]`, billing[name])
    try {
      const headers = { authorization: `Bearer ${publishableKey}` }
      const response = await fetch('/v1/payment_methods', { method: 'POST', headers, body })
      const answer = await response.json()
      return response.ok ? { paymentMethod: answer } : refused(answer.error)
    } catch {
      const code = 'api_connection_error'
      return { error: { type: code, code, message: fields.words('unreachable') } }
    }
  }

  const refused = error => {
    const [name, problem] = REFUSALS[error.code] ?? []
    if (name === undefined) return { error }
    fields.show(name, problem)
    fields.input[name].focus()
    return { error: { ...error, message: fields.words(problem) } }
  }

  const heard = async data => {
    const { input, names } = fields
    if (data.kind === 'update') describe(data)
    else if (data.kind === 'focus')
      (names.map(name => input[name]).find(field => !field.value) ?? input.number).focus()
    else if (data.kind === 'blur') document.activeElement.blur()
    else if (data.kind === 'clear') {
      fields.clear()
      report()
    } else if (data.kind === 'pay')
      fields.send({ kind: 'answer', request: data.request, result: await pay(data.billing) })
  }

  const fields = window.openCardFields(['number', 'expiry', 'cvc'], {
    changed: report,
    focused: () => fields.send({ kind: 'focus', event: {} }),
    left() {
      report()
      fields.send({ kind: 'blur', event: {} })
    },
    heard,
    connected(data) {
      publishableKey = data.publishableKey
      describe(data)
    },
  })
}
