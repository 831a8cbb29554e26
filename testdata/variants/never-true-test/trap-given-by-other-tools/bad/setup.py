import subprocess

subprocess.check_call(["cmake", "-S", ".", "-B", "out"] + ["-D" + name + "=ON" for name in ["MACOSX"]])
