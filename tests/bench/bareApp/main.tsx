import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import './main.css'

function App() {
  const [count, setCount] = useState(0)
  return (
    <main>
      <h1>A bare React PWA</h1>
      <p>React, one page and a service worker, as their templates make them.</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        The count is {count}
      </button>
    </main>
  )
}

const element = document.getElementById('root')
if (!element) throw new Error('The page has no element #root')
createRoot(element).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
if ('serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))
}
