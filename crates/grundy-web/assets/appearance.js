// The language and the colours of the page, and of a lesson.

import { $ } from './dom.js';
import { currentLanguage, setLanguage, t } from './texts.js';

// Fills every element that names a text or a label, and the button of the other language.
export function fillTexts() {
  document.documentElement.lang = t('code');
  for (const node of document.querySelectorAll('[data-t]')) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll('[data-t-label]')) {
    node.setAttribute('aria-label', t(node.dataset.tLabel));
    node.title = t(node.dataset.tLabel);
  }
  $('language').textContent = t('other');
  $('language').lang = currentLanguage() === 'zh' ? 'en' : 'zh-CN';
}

// The language that the browser asks for, of those there are.
export function browserLanguage() {
  return navigator.language.startsWith('zh') ? 'zh' : 'en';
}

export function switchLanguage() {
  setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh');
}

export const darkWanted = matchMedia('(prefers-color-scheme: dark)');

export function setColours(theme) {
  document.documentElement.dataset.theme = theme ?? (darkWanted.matches ? 'dark' : 'light');
}

export function switchColours() {
  setColours(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
}
