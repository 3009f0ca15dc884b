// TEST: stands in for SB Payment Service's token script, with the call that the store uses. The digits go to the
// simulator and not to the store, and come back as a token that is valid for one request.
;(() => {
  const EXCHANGE = new URL('token', document.currentScript.src).href

  window.com_sbps_system = {
    /** Calls back with `{result:'OK', tokenResponse:{token, tokenKey, cardBrandCode, maskedCcNumber}}` or an `errorCode`. */
    generateToken(card, callback) {
      const answer = result => callback(result)
      void fetch(EXCHANGE, {
        method: 'POST',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(card),
      })
        .then(response => (response.ok ? response.json() : { result: 'NG', errorCode: '99999' }))
        .catch(() => ({ result: 'NG', errorCode: '99999' }))
        .then(answer)
    },
  }
})()
