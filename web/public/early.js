// Runs before anything is painted: the chosen theme and language, so that nothing flashes.
try {
  const kept = JSON.parse(localStorage.getItem('septet.settings') || '{}')
  if (kept.theme === 'light' || kept.theme === 'dark') document.documentElement.dataset.theme = kept.theme
  if (kept.language) document.documentElement.lang = kept.language
} catch {
  // No storage, or something else in it: the system's theme and the browser's language will do.
}
