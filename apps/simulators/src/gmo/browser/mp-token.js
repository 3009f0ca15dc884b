// TEST: what GMO's mp-token.js does for a page, as far as the store uses it. The digits go to the simulator, not to the
// store, and come back as a token that is good for one charge.
;(() => {
  const EXCHANGE = new URL('../token', document.currentScript.src).href
  let shop

  /** A function, or the name of one. */
  const resolve = callback => (typeof callback === 'string' ? window[callback] : callback)

  window.Multipayment = {
    /** `publicKey` would encrypt the card; over the loopback it is not used. */
    init(shopId) {
      if (!/^tshop\d{8}$/.test(shopId)) throw new Error('TEST script: the shop of a real contract is refused')
      shop = shopId
    },

    /** Calls back with `{resultCode, tokenObject}`; `000` is a token, anything else names what is wrong. */
    getToken({ cardno, expire, securitycode, holdername, tokennumber }, callback) {
      const answer = result => resolve(callback)(result)
      if (shop === undefined) return answer({ resultCode: '160' })
      const text = value => (value === undefined || value === null ? '' : String(value))
      void fetch(EXCHANGE, {
        method: 'POST',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          shopId: shop,
          cardno: text(cardno),
          expire: text(expire),
          securitycode: text(securitycode),
          holdername: text(holdername),
          tokennumber: text(tokennumber),
        }),
      })
        .then(response => (response.ok ? response.json() : { resultCode: '901' }))
        .catch(() => ({ resultCode: '901' }))
        .then(answer)
    },
  }
})()
