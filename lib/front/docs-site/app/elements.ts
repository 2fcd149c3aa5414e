/** Attributes of an element; true: an attribute without a value, false: no attribute. */
type Attributes = Readonly<Record<string, string | boolean>>;

/** Makes an element with attributes and content. Texts are not parsed as HTML. */
export function newDomElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value === true) element.setAttribute(key, '');
    else if (value !== false) element.setAttribute(key, value);
  element.append(...content);
  return element;
}
