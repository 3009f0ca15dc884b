// TEST: stands in for SB Payment Service's script for 3-D Secure, with the call that the store uses. The data about the
// card holder goes to the simulator and comes back as a token.
;(() => {
  const EXCHANGE = new URL('tds2info', document.currentScript.src).href

  window.com_sbps_system_tds2 = {
    /** Calls back with `{result:'OK', tokenResponse:{tds2infoToken, tds2infoTokenKey}}` or an `errorCode`. */
    generateToken(holder, callback) {
      const answer = result => callback(result)
      void fetch(EXCHANGE, {
        method: 'POST',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(holder),
      })
        .then(response => (response.ok ? response.json() : { result: 'NG', errorCode: '99999' }))
        .catch(() => ({ result: 'NG', errorCode: '99999' }))
        .then(answer)
    },
  }
})()
