/**
 * TEST: stands in for a service that recognises devices. The interface is the store's own, because no service is named:
 * the script leaves a text of up to 255 characters, or a promise of one, in `window.deviceFingerprint`. This script
 * leaves the same text for the same browser, and sends nothing anywhere.
 */
;(() => {
  const { userAgent, language } = navigator
  const traits = [userAgent, language, screen.width, screen.height, new Date().getTimezoneOffset()].join('|')
  const digest = async () => {
    // Only pages of a secure origin have `crypto.subtle`; pages of `*.localhost` are among them.
    if (crypto.subtle === undefined) return 'simulated-device'
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(traits))
    const hex = Array.from(new Uint8Array(bytes), byte => byte.toString(16).padStart(2, '0')).join('')
    return `simulated-${hex.slice(0, 32)}`
  }
  window.deviceFingerprint = digest()
})()
