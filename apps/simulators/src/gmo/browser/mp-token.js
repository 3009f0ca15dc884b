// TEST: stands in for GMO's mp-token.js, with the calls that the store uses. The digits go to the simulator and not to
// the store, and come back as a token that is valid for one charge.
;(() => {
  const EXCHANGE = new URL('../token', document.currentScript.src).href
  let shop

  /** Gives the callback, which is a function or the name of one. */
  const resolve = callback => (typeof callback === 'string' ? window[callback] : callback)

  window.Multipayment = {
    /** GMO's script also takes a public key with which it encrypts the card. On one machine none is needed. */
    init(shopId) {
      if (!/^tshop\d{8}$/.test(shopId)) throw new Error('TEST script: the shop of a real contract is refused')
      shop = shopId
    },

    /** Calls back with `{resultCode, tokenObject}`. `000` brings a token; any other code names what is wrong. */
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
