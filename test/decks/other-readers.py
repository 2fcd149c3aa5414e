"""What other readers find in a deck: python-pptx in a PPTX, pypdf and pdftotext in a PDF. Prints one JSON object.

Needs: pip install python-pptx pypdf; pdftotext (poppler-utils).
"""

import json
import subprocess
import sys


def pictures_of(shapes):
    from pptx.enum.shapes import MSO_SHAPE_TYPE

    count = 0
    for shape in shapes:
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
            count += pictures_of(shape.shapes)
        elif shape.shape_type == MSO_SHAPE_TYPE.PICTURE:
            count += 1
    return count


def read_pptx(path):
    from pptx import Presentation

    pages = []
    for slide in Presentation(path).slides:
        title = slide.shapes.title
        notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        pages.append(
            {
                "isHidden": slide._element.get("show") in ("0", "false"),
                "title": title.text_frame.text if title is not None else None,
                "notes": notes.text if notes is not None else "",
                "pictures": pictures_of(slide.shapes),
            }
        )
    return pages


def read_pdf(path):
    from pypdf import PdfReader

    count = len(PdfReader(path).pages)
    text = subprocess.run(["pdftotext", "-enc", "UTF-8", path, "-"], capture_output=True, check=True).stdout.decode()
    pages = text.split("\f")[:count]
    return [{"isHidden": False, "title": None, "notes": page, "pictures": 1} for page in pages]


path = sys.argv[1]
print(json.dumps(read_pdf(path) if path.lower().endswith(".pdf") else read_pptx(path)))
