/**
 * TEST: stands in for the script of a tag manager. It keeps all that was and is pushed to the page's data layer in
 * `window.simulatedTags`, and sends nothing anywhere.
 */
;(() => {
  const layer = (window.dataLayer ??= [])
  const told = (window.simulatedTags = [...layer])
  layer.push = (...entries) => {
    told.push(...entries)
    return Array.prototype.push.apply(layer, entries)
  }
})()
