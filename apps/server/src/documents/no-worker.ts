/**
 * Takes the place of the service worker of the ticket pages where they are to need a connection: it forgets what is kept on
 * the device, and then itself. Browsers ask for the script anew at each visit of these pages.
 */
export const NO_WORKER = `self.addEventListener('install', event => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', event => event.waitUntil(caches.keys()
  .then(names => Promise.all(names.map(name => caches.delete(name))))
  .then(() => self.registration.unregister())))
`
