/**
 * Stands in for the script of a tag manager: keeps whatever was and is pushed to the page's data layer in
 * `window.simulatedTags`. It sends nothing anywhere.
 */
;(() => {
  const layer = (window.dataLayer ??= [])
  const told = (window.simulatedTags = [...layer])
  layer.push = (...entries) => {
    told.push(...entries)
    return Array.prototype.push.apply(layer, entries)
  }
})()
