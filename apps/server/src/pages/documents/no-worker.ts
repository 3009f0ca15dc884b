/**
 * Takes the place of a service worker whose pages are to need a connection: it forgets the caches that the worker kept on
 * the device, and then itself. Browsers ask for the script anew at each visit of these pages.
 * @param prefix of the names of its caches.
 */
export function noWorker(prefix: string): string {
  return `self.addEventListener('install', event => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', event => event.waitUntil(caches.keys()
  .then(names => Promise.all(names.filter(name => name.startsWith('${prefix}')).map(name => caches.delete(name))))
  .then(() => self.registration.unregister())))
`
}
