// TEST: stands in for js.stripe.com/v3, with the calls of Stripe.js that the store uses. Card digits stay in a frame of
// the simulator's own origin and never reach the page that embeds it.
{
  const ORIGIN = new URL(document.currentScript.src).origin
  const TITLES = {
    ja: 'カード情報の入力',
    en: 'Card details',
    kr: '카드 정보 입력',
    'zh-hans': '银行卡信息',
    'zh-hant': '信用卡資料',
    th: 'ข้อมูลบัตร',
  }
  // Stripe's own names of the languages are accepted as well.
  const LOCALES = { ko: 'kr', zh: 'zh-hans', 'zh-TW': 'zh-hant', 'zh-HK': 'zh-hant' }
  const SCHEMES = { night: 'dark', stripe: 'light' }

  const localeOf = (wanted = 'auto') => {
    const name = wanted === 'auto' ? document.documentElement.lang : wanted
    const known = LOCALES[name] ?? name
    return known in TITLES ? known : 'en'
  }

  const connectionError = () => ({
    error: {
      type: 'api_connection_error',
      code: 'api_connection_error',
      message: 'Could not reach the payment provider.',
    },
  })

  /** One card element: a frame with the fields, and a message channel to it. */
  const createCard = (publishableKey, settings) => {
    const listeners = { ready: [], change: [], focus: [], blur: [] }
    const answers = new Map()
    let options = {}
    let frame
    let line

    const emit = (name, event) => listeners[name].forEach(listener => listener(event))
    const tell = message => line?.postMessage(message)
    const describe = () => ({
      locale: localeOf(settings.locale),
      variables: settings.appearance?.variables ?? {},
      scheme: SCHEMES[settings.appearance?.theme] ?? 'light dark',
      disabled: options.disabled === true,
    })

    const hear = ({ data }) => {
      if (data.kind === 'height') frame.style.height = `${data.height}px`
      else if (data.kind === 'answer') {
        answers.get(data.request)?.(data.result)
        answers.delete(data.request)
      } else if (data.kind === 'enter') frame.closest('form')?.requestSubmit()
      else if (data.kind === 'ready') emit('ready', card)
      else if (data.kind in listeners) emit(data.kind, { elementType: 'card', ...data.event })
    }

    const connect = () => {
      const channel = new MessageChannel()
      line = channel.port1
      line.onmessage = hear
      // Only a document of the simulator's origin can receive this port, and it checks the origin of this page in turn.
      frame.contentWindow.postMessage({ kind: 'fields', publishableKey, ...describe() }, ORIGIN, [
        channel.port2,
      ])
    }

    const refresh = () => {
      if (frame === undefined) return
      frame.title = TITLES[localeOf(settings.locale)]
      frame.style.colorScheme = describe().scheme
      tell({ kind: 'update', ...describe() })
    }

    const card = {
      mount(target) {
        const node = typeof target === 'string' ? document.querySelector(target) : target
        if (!node) throw new Error('The element to mount to was not found.')
        frame?.remove()
        frame = document.createElement('iframe')
        frame.src = `${ORIGIN}/stripe/fields`
        // The fields leave 4px around themselves for the focus ring. The negative margin of the frame makes up for
        // them.
        frame.style.cssText =
          'display:block;width:calc(100% + 8px);margin:-4px;height:13.5rem;border:0;background:transparent'
        frame.addEventListener('load', connect)
        node.replaceChildren(frame)
        refresh()
      },
      on(name, listener) {
        listeners[name]?.push(listener)
        return card
      },
      off(name, listener) {
        if (name in listeners) listeners[name] = listeners[name].filter(item => listener && item !== listener)
        return card
      },
      focus() {
        frame?.contentWindow.focus()
        tell({ kind: 'focus' })
      },
      blur: () => tell({ kind: 'blur' }),
      clear: () => tell({ kind: 'clear' }),
      update(changed = {}) {
        options = { ...options, ...changed }
        refresh()
      },
      unmount() {
        frame?.remove()
        frame = undefined
        line?.close()
        line = undefined
        for (const answer of answers.values()) answer(connectionError())
        answers.clear()
      },
      destroy() {
        card.unmount()
        for (const name of Object.keys(listeners)) listeners[name] = []
      },
    }

    const createPaymentMethod = billing => {
      if (line === undefined) {
        const message = 'The card element is not mounted.'
        return Promise.resolve({ error: { type: 'validation_error', code: 'element_not_mounted', message } })
      }
      return new Promise(resolve => {
        const request = crypto.getRandomValues(new Uint32Array(1))[0]
        answers.set(request, resolve)
        tell({ kind: 'pay', request, billing })
      })
    }
    return { card, refresh, createPaymentMethod, setOptions: given => (options = { ...given }) }
  }

  window.Stripe = publishableKey => {
    if (!/^pk_(?!live_)\w+$/.test(publishableKey))
      throw new Error('The simulator takes publishable test keys, pk_…')
    const cards = new Map()

    const elements = (given = {}) => {
      const settings = { ...given }
      let made
      return {
        create(type, options = {}) {
          if (type !== 'card') throw new Error(`The simulator has no '${type}' element.`)
          made = createCard(publishableKey, settings)
          made.setOptions(options)
          cards.set(made.card, made)
          return made.card
        },
        getElement: type => (type === 'card' ? (made?.card ?? null) : null),
        update(changed) {
          Object.assign(settings, changed)
          made?.refresh()
        },
      }
    }

    const retrievePaymentIntent = async clientSecret => {
      const [id] = clientSecret.split('_secret_')
      const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret })
      try {
        const response = await fetch(`${ORIGIN}/v1/payment_intents/${id}?${query}`)
        const body = await response.json()
        return response.ok ? { paymentIntent: body } : body
      } catch {
        return connectionError()
      }
    }

    return {
      elements,
      retrievePaymentIntent,
      createPaymentMethod: ({ card, billing_details = {} }) =>
        cards.get(card)?.createPaymentMethod(billing_details) ?? Promise.resolve(connectionError()),
      /** Goes to the bank's page when the intent requires it. The result comes back through the return address. */
      async handleCardAction(clientSecret) {
        const result = await retrievePaymentIntent(clientSecret)
        const address = result.paymentIntent?.next_action?.redirect_to_url?.url
        if (address === undefined) return result
        window.location.assign(address)
        return new Promise(() => {})
      },
    }
  }
}
