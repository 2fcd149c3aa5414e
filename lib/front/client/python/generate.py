"""Generates src/video_timeline_client/models.py from the OpenAPI document: `python generate.py openapi.json`.

Needs the packages of requirements-generate.txt. `npm run openapi` writes out/openapi.json and runs this program.
"""

import subprocess
import sys
from pathlib import Path

OUTPUT = Path(__file__).parent / "src" / "video_timeline_client" / "models.py"

subprocess.run(
    [
        sys.executable,
        "-m",
        "datamodel_code_generator",
        "--input",
        sys.argv[1],
        "--input-file-type",
        "openapi",
        "--output",
        str(OUTPUT),
        "--output-model-type",
        "typing.TypedDict",
        "--target-python-version",
        "3.10",
        "--use-standard-collections",
        "--use-union-operator",
        "--use-schema-description",
        "--use-field-description",
        "--disable-timestamp",
        "--formatters",
        "builtin",
    ],
    check=True,
)
