"""Archives in base64, one to a line, in; what Python's own readers find in each, as a line of JSON, out."""
import base64
import hashlib
import io
import json
import re
import sys
import tarfile
import zipfile


def of_tar(data):
    found = []
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        for member in archive:
            name = re.sub(r"(^|/)(?:\./)+", r"\1", member.name)
            if member.isreg():
                found.append([name, hashlib.sha256(archive.extractfile(member).read()).hexdigest(), bool(member.mode & 0o100)])
            elif not member.isdir():
                found.append([name, "not a file", False])
    return found


def of_zip(data):
    found = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.infolist():
            if not member.is_dir():
                mode = member.external_attr >> 16 if member.create_system in (3, 19) else 0
                found.append([member.filename, hashlib.sha256(archive.read(member)).hexdigest(), bool(mode & 0o100)])
    return found


for line in sys.stdin:
    data = base64.b64decode(line)
    try:
        found = of_tar(data) if data[:2] == b"\x1f\x8b" else of_zip(data)
        print(json.dumps(sorted(found)))
    except Exception as error:
        print(json.dumps(f"{type(error).__name__}: {error}"))
