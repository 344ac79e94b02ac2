// Keeps the page itself, so that it opens without a network and can say so, and the rule books that were read. Tables and
// people are never kept.
const SHELF = 'septet-3'
const BOOKS = /^\/api\/(rules|games)(\/|$)/
const OWN = /^\/(api|ws|health|metrics|docs)(\/|$)/

async function keep(request, answer) {
  if (answer.ok) await (await caches.open(SHELF)).put(request, answer.clone())
  return answer
}

// A page is whatever names no file; each is the app, and kept as that. What has a hash in its name never changes: the shelf first. Everything else is asked for, and the shelf is for when nobody answers.
async function answer(request, url) {
  const page = request.mode === 'navigate' && !url.pathname.includes('.') ? new Request('/') : request
  const kept = await caches.match(page)
  if (kept && url.pathname.startsWith('/assets/')) return kept
  try {
    return await keep(page, await fetch(request))
  } catch (error) {
    if (kept) return kept
    throw error
  }
}

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  const others = async () => Promise.all((await caches.keys()).filter((name) => name !== SHELF).map((name) => caches.delete(name)))
  event.waitUntil(others().then(() => clients.claim()))
})
addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin || (OWN.test(url.pathname) && !BOOKS.test(url.pathname))) return
  event.respondWith(answer(event.request, url))
})
