/** An element with attributes and content. Texts stay texts. */
export function htmlElement(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value === true) made.setAttribute(key, '');
    else if (value !== false) made.setAttribute(key, value);
  made.append(...content);
  return made;
}
